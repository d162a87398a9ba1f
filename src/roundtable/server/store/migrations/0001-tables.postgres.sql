CREATE TABLE persons (id TEXT PRIMARY KEY, token BYTEA NOT NULL UNIQUE, data BYTEA NOT NULL, created DOUBLE PRECISION NOT NULL);
CREATE TABLE tables (
    id TEXT PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL, public BOOLEAN NOT NULL, host TEXT NOT NULL,
    created DOUBLE PRECISION NOT NULL, data BYTEA NOT NULL
);
CREATE INDEX tables_open ON tables (created) WHERE state = 'setup' AND public;
CREATE INDEX tables_host ON tables (host, state);
CREATE TABLE sitting (person TEXT NOT NULL, "table" TEXT NOT NULL, created DOUBLE PRECISION NOT NULL, PRIMARY KEY (person, "table"));
CREATE TABLE log ("table" TEXT NOT NULL, seq INTEGER NOT NULL, data BYTEA NOT NULL, PRIMARY KEY ("table", seq));
CREATE TABLE chat ("table" TEXT NOT NULL, n INTEGER NOT NULL, data BYTEA NOT NULL, PRIMARY KEY ("table", n));
