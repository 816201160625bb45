import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Changes of records in the change log, for tables that aren't published under the key of their
 * records and for records of accounts. Their entries are named `<table>.<column>`.
 */
export default class extends BaseSchema {
  async up() {
    for (const statement of STATEMENTS) this.schema.raw(statement)
  }

  async down() {
    this.schema.raw('DROP FUNCTION change_log_snapshot()')
    this.schema.raw('DROP FUNCTION record_changed() CASCADE')
    this.schema.raw('DROP FUNCTION record_sealed() CASCADE')
    this.schema.raw('DROP FUNCTION log_record_change(text, text, int8multirange, bigint)')
    this.schema.raw(`DELETE FROM content_changes WHERE table_name LIKE '%.%'`)
    this.schema.raw('DROP INDEX content_changes_deleted_ids, content_changes_deleted_keys')
    this.schema.raw('ALTER TABLE content_changes DROP owner_id')
  }
}

const STATEMENTS = [
  // The account that the records belong to; consumers don't read these entries.
  'ALTER TABLE content_changes ADD owner_id bigint',

  // The current snapshot up to the last transaction in the log, which is known to be stored. Later transaction IDs may be assigned again after a crash, so positions outside the database must not include them.
  `CREATE FUNCTION change_log_snapshot() RETURNS pg_snapshot LANGUAGE sql STABLE AS $$
     WITH bound AS (
       SELECT least(pg_snapshot_xmax(pg_current_snapshot())::text::numeric,
                    greatest(deleted_below::text::numeric,
                             (SELECT xid::text::numeric + 1 FROM content_changes ORDER BY xid DESC LIMIT 1))) AS below
       FROM change_log_state
     ), running AS (
       SELECT x::text::numeric AS xid FROM pg_snapshot_xip(pg_current_snapshot()) AS x
     )
     SELECT (coalesce(min(xid), below) || ':' || below || ':' || coalesce(string_agg(xid::text, ',' ORDER BY xid), ''))::pg_snapshot
     FROM bound LEFT JOIN running ON xid < below GROUP BY below
   $$`,

  // For the date on which a record was deleted.
  `CREATE INDEX content_changes_deleted_ids ON content_changes USING gist (ids) WHERE kind = 'deleted'`,
  `CREATE INDEX content_changes_deleted_keys ON content_changes USING gin (keys) WHERE kind = 'deleted'`,

  // Each log row has at most 10,000 ranges or keys.
  `CREATE FUNCTION log_record_change(topic text, kind text, ids int8multirange, owner bigint) RETURNS void
   LANGUAGE sql AS $$
     INSERT INTO content_changes (table_name, kind, ids, owner_id)
     SELECT $1, $2, range_agg(r), $4
     FROM (SELECT r, (row_number() OVER () - 1) / 10000 AS part FROM unnest($3) AS r) AS parts
     GROUP BY part ORDER BY part
   $$`,

  // Arguments: the topic, SQL of the key, its type, "record" or "part", and SQL of the owner, which may be empty. SQL refers to the row as "r". Rows without a key or an owner were deleted together with their record.
  `CREATE FUNCTION record_changed() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     kind text := CASE WHEN TG_ARGV[3] = 'part' OR TG_OP = 'UPDATE' THEN 'updated' WHEN TG_OP = 'INSERT' THEN 'created' ELSE 'deleted' END;
     owner text := coalesce(nullif(TG_ARGV[4], ''), '0::bigint');
     source text := CASE WHEN TG_OP = 'TRUNCATE' THEN quote_ident(TG_TABLE_NAME)
                         WHEN TG_OP = 'UPDATE' THEN '(SELECT * FROM changed UNION ALL SELECT * FROM before)' ELSE 'changed' END;
     given text := format('(SELECT (%s) AS owner, (%s) AS key FROM %s AS r) AS given WHERE owner IS NOT NULL AND key IS NOT NULL',
                          owner, TG_ARGV[1], source);
     texts text[];
     found record;
     is_found boolean := false;
   BEGIN
     IF TG_ARGV[2] = 'text' THEN
       EXECUTE 'SELECT array_agg(key) FROM ' || given INTO texts;
       is_found := texts IS NOT NULL;
       IF is_found THEN
         PERFORM log_content_change(TG_ARGV[0], kind, texts);
       END IF;
     ELSE
       FOR found IN EXECUTE 'SELECT owner, content_key_ranges(array_agg(key)) AS ids FROM ' || given || ' GROUP BY owner' LOOP
         PERFORM log_record_change(TG_ARGV[0], kind, found.ids, nullif(found.owner, 0));
         is_found := true;
       END LOOP;
     END IF;
     IF is_found THEN
       PERFORM pg_notify('curia_changes', '');
     END IF;
     RETURN NULL;
   END $$`,

  // Arguments: the topic, the key column, and a boolean column. Logs "created" for sealed and "deleted" for unsealed records.
  `CREATE FUNCTION record_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     sealed bigint[];
     unsealed bigint[];
   BEGIN
     EXECUTE format('SELECT array_agg(key) FILTER (WHERE is_sealed), array_agg(key) FILTER (WHERE NOT is_sealed)
                     FROM (SELECT %1$I AS key, changed.%2$I IS TRUE AS is_sealed
                           FROM changed JOIN before USING (%1$I)
                           WHERE (changed.%2$I IS TRUE) <> (before.%2$I IS TRUE)) AS rows', TG_ARGV[1], TG_ARGV[2])
       INTO sealed, unsealed;
     IF sealed IS NOT NULL THEN
       PERFORM log_content_change(TG_ARGV[0], 'created', content_key_ranges(sealed));
     END IF;
     IF unsealed IS NOT NULL THEN
       PERFORM log_content_change(TG_ARGV[0], 'deleted', content_key_ranges(unsealed));
     END IF;
     RETURN NULL;
   END $$`,
]
