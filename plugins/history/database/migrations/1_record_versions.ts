import { BaseSchema } from '@adonisjs/lucid/schema'

/** Earlier values of changed and deleted rows, in weekly partitions. */
export default class extends BaseSchema {
  async up() {
    for (const statement of STATEMENTS) this.schema.raw(statement)
  }

  async down() {
    this.schema.raw('DROP FUNCTION record_versioned() CASCADE')
    this.schema.raw('DROP FUNCTION record_forgotten() CASCADE')
    this.schema.raw('DROP TABLE record_versions, record_version_tables')
    this.schema.raw('DROP SEQUENCE record_version_ids')
  }
}

const STATEMENTS = [
  // Assigned while the row is locked, so the IDs of a row's versions are in order, unlike the times of their transactions.
  'CREATE SEQUENCE record_version_ids',
  `CREATE TABLE record_versions (
     id bigint NOT NULL DEFAULT nextval('record_version_ids'),
     changed_at timestamptz NOT NULL,
     table_name text COLLATE "C" NOT NULL,
     -- Blank: rows changed in a transaction that stores no versions.
     key text COLLATE "C" NOT NULL,
     kind text COLLATE "C" NOT NULL CHECK (kind IN ('updated', 'deleted', 'skipped')),
     source text COLLATE "C" NOT NULL,
     origin text COLLATE "C",
     account_id bigint,
     -- Earlier values of the changed columns; of all columns for a deleted row.
     old jsonb NOT NULL
   ) PARTITION BY RANGE (changed_at)`,
  'CREATE INDEX record_versions_of_record ON record_versions (table_name, key, id)',
  // For times without a partition, so that a change never fails.
  'CREATE TABLE record_versions_default PARTITION OF record_versions DEFAULT',

  // Tables with triggers.
  `CREATE TABLE record_version_tables (
     table_name text COLLATE "C" PRIMARY KEY,
     date_started timestamptz NOT NULL
   )`,

  // The first argument is a statement that stores the versions, with the columns of the table. The others, for rows that can be sealed, are a query for whether some are, and a statement that empties their versions, which runs even in a transaction without history. The first one is planned for each run, because the plan for one row would take hours for a million; a hash join takes two thirds of the time of a merge join, which the planner would choose because transition tables have no statistics. A transaction without history stores one row per table.
  `CREATE FUNCTION record_versioned() RETURNS trigger LANGUAGE plpgsql SET enable_mergejoin = off AS $$
   DECLARE
     source text := coalesce(nullif(current_setting('curia.source', true), ''), 'server');
     skipped text;
     is_sealed boolean;
   BEGIN
     IF TG_NARGS > 1 THEN
       EXECUTE TG_ARGV[1] INTO is_sealed;
       IF is_sealed THEN
         EXECUTE TG_ARGV[2];
       END IF;
     END IF;
     IF current_setting('curia.history', true) = 'off' THEN
       skipped := coalesce(current_setting('curia.history_skipped', true), '');
       IF strpos(skipped, ' ' || TG_TABLE_NAME || ' ') = 0 AND EXISTS (SELECT FROM before) THEN
         INSERT INTO record_versions (changed_at, table_name, key, kind, source, old)
           VALUES (clock_timestamp(), TG_TABLE_NAME, '', 'skipped', source, '{}');
         PERFORM set_config('curia.history_skipped', skipped || ' ' || TG_TABLE_NAME || ' ', true);
       END IF;
     ELSIF EXISTS (SELECT FROM before) THEN
       EXECUTE TG_ARGV[0] USING clock_timestamp(), source, nullif(current_setting('curia.origin', true), ''),
         nullif(current_setting('curia.account', true), '')::bigint;
     END IF;
     RETURN NULL;
   END $$`,

  // For records of accounts, whose versions are deleted with them, even in a transaction without history. The argument is the statement that deletes them.
  `CREATE FUNCTION record_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF EXISTS (SELECT FROM before) THEN
       EXECUTE TG_ARGV[0];
     END IF;
     RETURN NULL;
   END $$`,
]
