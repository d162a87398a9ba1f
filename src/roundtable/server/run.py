"""Running a server: logs, limits of the system, a graceful end."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import structlog
import uvicorn
from prometheus_client import start_http_server

from roundtable.table.log_codes import LogCode

from . import metrics
from .app import build
from .bus import Bus, LocalBus
from .registry import TableRegistry
from .settings import Settings
from .store import Store, StoreFailure
from .store.sqlite import SqliteStore
from .timed_http import TimedHttp


def store_of(settings: Settings) -> Store:
    """PostgreSQL if an address is given, else SQLite in the data folder."""
    if settings.database:
        from .store.postgres import PostgresStore

        return PostgresStore(settings.database)
    return SqliteStore(settings.data / "roundtable.sqlite3")


def bus_of(settings: Settings) -> Bus:
    if settings.database:
        from .bus.postgres import PostgresBus

        return PostgresBus(settings.database)
    return LocalBus()


def set_up_logs(level: str) -> None:
    """One JSON object per line on standard error."""
    number: int = getattr(logging, level.upper())
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


class _ToStructlog(logging.Handler):
    """What libraries log, in the same form; but why a server cannot begin is told in a line by whoever started it."""

    def __init__(self, registry: TableRegistry) -> None:
        super().__init__()
        self.registry = registry

    def emit(self, record: logging.LogRecord) -> None:
        if self.registry.failure is None and not isinstance(record.msg, OSError):
            structlog.get_logger().log(
                record.levelno,
                LogCode.LIBRARY,
                message=record.getMessage().strip(),
                logger=record.name,
                exc_info=record.exc_info,
            )


def log_everything(registry: TableRegistry) -> None:
    """What libraries, warnings, threads and finalizers say is JSON as well: operators read the log by program."""
    root = logging.getLogger()
    root.handlers = [_ToStructlog(registry)]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)

    def thread(args: threading.ExceptHookArgs) -> None:
        root.error("exception in a thread", exc_info=args.exc_value)

    def unraisable(args: sys.UnraisableHookArgs) -> None:
        root.error("exception that nobody could catch: %s", args.err_msg or "", exc_info=args.exc_value)

    threading.excepthook, sys.unraisablehook = thread, unraisable


def keep_private(folder: Path) -> None:
    """What is kept holds the seeds of running matches: the folder is for us only."""
    folder.mkdir(parents=True, exist_ok=True)
    with suppress(PermissionError):  # somebody else's folder, who has let us in
        folder.chmod(0o700)


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Two servers on one folder would not hear of each other's tables; on one PostgreSQL they do."""
    if settings.database:
        yield
        return
    keep_private(settings.data)
    with (settings.data / "lock").open("w", encoding="utf-8") as file:  # whoever ends, however, lets go of it
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # not on this system; the store refuses what would be lost all the same
            pass
        except BlockingIOError as error:
            message = f"another server keeps its tables in {settings.data}; stop it, or use another folder"
            raise StoreFailure(message) from error
        yield


def more_files() -> None:
    """Every socket is a file; let there be as many as the system permits."""
    try:
        import resource
    except ImportError:  # not on this system, and not needed there
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def collect_seldom() -> None:
    """What tables make and drop is freed without the collector of cycles, which would cost a fifth of the time.

    It goes through all that lives, so with thousands of tables each run is long.  Modules and games live for ever.
    What is new is looked through in small portions: one of 50,000 things takes 40 ms, in which nobody is answered.
    What becomes old is looked through by the registry, after so many tables and sockets have gone that it is worth it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 100, 100)


class Server(uvicorn.Server):
    """Says good-bye to the sockets before they are closed."""

    def __init__(self, config: uvicorn.Config, registry: TableRegistry, begun: Callable[[str], None]) -> None:
        super().__init__(config)
        self.registry = registry
        self.begun = begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self.begun(f"http://{f'[{host}]' if ':' in host else host}:{port}/")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.registry.drain()
        await super().shutdown(sockets)


def _transport(plain: bool) -> type[asyncio.Protocol] | str:
    """uvicorn's WebSocket: ours, or as it comes."""
    if plain:
        return "websockets-sansio"
    from .uvicorn_transport import UvicornTransport

    return UvicornTransport


def serve(
    settings: Settings,
    host: str,
    port: int,
    begun: Callable[[str], None],
    level: str = "info",
    compress: bool = True,
    plain: bool = False,
    figures: tuple[str, int] | None = None,
) -> bool:
    """Serve until told to stop; whether it could listen there at all.  `StoreFailure` if it had no store.

    `figures` is the address at which metrics are shown to whoever can reach it; `OSError` if something else is there.
    """
    os.umask(0o077)  # whatever is written is for us only
    more_files()
    collect_seldom()
    set_up_logs(level)
    registry = TableRegistry(settings, store_of(settings), bus_of(settings))
    log_everything(registry)
    config = uvicorn.Config(
        build(registry),
        host=host,
        port=port,
        http=TimedHttp,
        ws=_transport(plain),
        ws_max_size=4 * settings.frame,  # larger ones end the connection; between the two they are refused in words
        ws_per_message_deflate=compress,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=20,
        backlog=4096,
    )
    if figures is not None:
        start_http_server(figures[1], figures[0], metrics.registry)
    server = Server(config, registry, begun)
    # uvicorn sends itself the signal again when all is done, to end as if it had not been caught; we end with 0.
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    # SystemExit: so uvicorn says that it could not begin.
    with alone(settings), suppress(SystemExit), asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(server.serve())
    if registry.failure is not None:
        raise registry.failure
    return server.started
