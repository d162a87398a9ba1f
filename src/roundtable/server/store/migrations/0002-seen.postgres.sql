ALTER TABLE tables ADD COLUMN seen DOUBLE PRECISION NOT NULL DEFAULT 0;
UPDATE tables SET seen = created;
DROP INDEX tables_open;
CREATE INDEX tables_open ON tables (seen) WHERE state = 'setup';
