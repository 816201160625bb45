import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Marks updates in the change log that changed only columns declared as quiet by
 * the plugin, such as modification timestamps.
 */
export default class extends BaseSchema {
  async up() {
    for (const statement of STATEMENTS) this.schema.raw(statement)
  }

  async down() {
    this.schema.raw('DROP FUNCTION publish_quiet(text, text[])')
    this.schema.raw('DROP FUNCTION quiet_content_changed() CASCADE')
    this.schema.raw('ALTER TABLE content_changes DROP is_quiet')
  }
}

const STATEMENTS = [
  'ALTER TABLE content_changes ADD is_quiet boolean NOT NULL DEFAULT false',

  // An update trigger may have additional arguments.
  `DO $$ BEGIN
     EXECUTE replace(pg_get_functiondef('publish_changes(text, text)'::regprocedure),
                     'AND tgargs = arguments', 'AND substr(tgargs, 1, length(arguments)) = arguments');
   END $$`,

  // Replaces content_changed() for updates of a table with a bigint "id". Argument 3: condition on "changed" and "before" for a loud row. Argument 4: the quiet columns.
  `CREATE FUNCTION quiet_content_changed() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     loud bigint[];
     quiet bigint[];
   BEGIN
     EXECUTE format('SELECT array_agg(id) FILTER (WHERE is_loud), array_agg(id) FILTER (WHERE NOT is_loud)
                     FROM (SELECT id, %s AS is_loud FROM changed FULL JOIN before USING (id)) AS rows', TG_ARGV[2])
       INTO loud, quiet;
     IF loud IS NOT NULL THEN
       PERFORM log_content_change(TG_TABLE_NAME, 'updated', content_key_ranges(loud));
     END IF;
     IF quiet IS NOT NULL THEN
       INSERT INTO content_changes (table_name, kind, ids, is_quiet)
       SELECT TG_TABLE_NAME, 'updated', range_agg(r), true
       FROM (SELECT r, (row_number() OVER () - 1) / 10000 AS part FROM unnest(content_key_ranges(quiet)) AS r) AS parts
       GROUP BY part ORDER BY part;
     END IF;
     PERFORM pg_notify('curia_changes', '');
     RETURN NULL;
   END $$`,

  // Recreates the update trigger of a published table, unless it already has these quiet columns.
  `CREATE FUNCTION publish_quiet(table_name text, quiet text[]) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE
     target regclass := quote_ident(table_name)::regclass;
     loud text := (SELECT string_agg(format('changed.%1$I IS DISTINCT FROM before.%1$I', attname), ' OR ' ORDER BY attnum)
                   FROM pg_attribute WHERE attrelid = target AND attnum > 0 AND NOT attisdropped
                     AND attname <> 'id' AND attname <> ALL (quiet));
     missing text := (SELECT string_agg(c, ', ') FROM unnest(quiet) AS c
                      WHERE NOT EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = target AND attname = c AND NOT attisdropped));
     wanted bytea := convert_to('id', 'UTF8') || '\\x00' || convert_to('bigint', 'UTF8') || '\\x00' || convert_to(loud, 'UTF8') || '\\x00' || convert_to(array_to_string(quiet, ','), 'UTF8') || '\\x00';
   BEGIN
     IF missing IS NOT NULL THEN
       RAISE EXCEPTION 'table "%" has no column %', table_name, missing USING ERRCODE = 'undefined_column';
     END IF;
     IF EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = target AND tgname = 'content_updated' AND tgargs = wanted) THEN
       RETURN;
     END IF;
     EXECUTE format('DROP TRIGGER content_updated ON %s', target);
     EXECUTE format('CREATE TRIGGER content_updated AFTER UPDATE ON %s REFERENCING OLD TABLE AS before NEW TABLE AS changed
                     FOR EACH STATEMENT EXECUTE FUNCTION quiet_content_changed(%L, %L, %L, %L)', target, 'id', 'bigint', loud, array_to_string(quiet, ','));
   END $$`,
]
