"""A PostgreSQL for the tests of what stands in deploy/, as the server's own tests have it."""

from tests.server.conftest import cluster, database, postgres

__all__ = ["cluster", "database", "postgres"]
