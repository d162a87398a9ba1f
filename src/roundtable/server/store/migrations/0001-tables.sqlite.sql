CREATE TABLE persons (id TEXT PRIMARY KEY, token BLOB NOT NULL UNIQUE, data BLOB NOT NULL, created REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE tables (
    id TEXT PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL, public INTEGER NOT NULL, host TEXT NOT NULL,
    created REAL NOT NULL, data BLOB NOT NULL
);
CREATE INDEX tables_open ON tables (created) WHERE state = 'setup' AND public = 1;
CREATE INDEX tables_host ON tables (host, state);
CREATE TABLE sitting (person TEXT NOT NULL, "table" TEXT NOT NULL, created REAL NOT NULL, PRIMARY KEY (person, "table")) WITHOUT ROWID;
CREATE TABLE log ("table" TEXT NOT NULL, seq INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY ("table", seq)) WITHOUT ROWID;
CREATE TABLE chat ("table" TEXT NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY ("table", n)) WITHOUT ROWID;
