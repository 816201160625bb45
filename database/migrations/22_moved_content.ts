import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Parents of rows in the change log: a row that changes its parent is logged as
 * `moved`. The former parent of a moved or deleted row is logged as `updated`.
 */
export default class extends BaseSchema {
  async up() {
    for (const statement of STATEMENTS) this.schema.raw(statement)
  }

  async down() {
    this.schema.raw('DROP FUNCTION content_moved() CASCADE')
    this.schema.raw('DROP FUNCTION publish_moves(text, text, text, text)')
    this.schema.raw(`DELETE FROM content_changes WHERE kind = 'moved'`)
    this.schema.raw(kinds(`'created', 'updated', 'deleted'`))
  }
}

const kinds = (names: string) =>
  `ALTER TABLE content_changes DROP CONSTRAINT content_changes_kind_check,
     ADD CONSTRAINT content_changes_kind_check CHECK (kind IN (${names}))`

const STATEMENTS = [
  kinds(`'created', 'updated', 'moved', 'deleted'`),

  // Arguments: the key column, the column of the parent's key, and the parent's table.
  `CREATE FUNCTION content_moved() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     moved bigint[];
     parents bigint[];
   BEGIN
     IF TG_OP = 'UPDATE' THEN
       EXECUTE format('SELECT array_agg(changed.%1$I), array_agg(before.%2$I) FROM changed JOIN before USING (%1$I)
                       WHERE changed.%2$I IS DISTINCT FROM before.%2$I', TG_ARGV[0], TG_ARGV[1]) INTO moved, parents;
     ELSE
       EXECUTE format('SELECT array_agg(DISTINCT %I) FROM before', TG_ARGV[1]) INTO parents;
     END IF;
     IF moved IS NOT NULL THEN
       PERFORM log_content_change(TG_TABLE_NAME, 'moved', content_key_ranges(moved));
     END IF;
     IF parents IS NOT NULL THEN
       PERFORM log_content_change(TG_ARGV[2], 'updated', content_key_ranges(parents));
     END IF;
     RETURN NULL;
   END $$`,

  // Recreates the triggers of a table, or drops them if the table has no parent.
  `CREATE FUNCTION publish_moves(table_name text, key text, parent_key text, parent_table text) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE
     target regclass := quote_ident(table_name)::regclass;
     arguments bytea := convert_to(key, 'UTF8') || '\\x00' || convert_to(parent_key, 'UTF8') || '\\x00' || convert_to(parent_table, 'UTF8') || '\\x00';
   BEGIN
     IF (SELECT count(*) FROM pg_trigger WHERE tgrelid = target AND tgname IN ('moved_content', 'left_content') AND tgargs = arguments) = 2 THEN
       RETURN;
     END IF;
     EXECUTE format('DROP TRIGGER IF EXISTS moved_content ON %s', target);
     EXECUTE format('DROP TRIGGER IF EXISTS left_content ON %s', target);
     IF parent_key IS NULL THEN RETURN; END IF;
     IF (SELECT count(*) FROM pg_attribute WHERE attrelid = target AND attname IN (key, parent_key) AND atttypid = 'bigint'::regtype) < 2 THEN
       RAISE EXCEPTION 'table "%" has no columns "%" and "%" of type bigint', table_name, key, parent_key
         USING ERRCODE = 'undefined_column';
     END IF;
     EXECUTE format('CREATE TRIGGER moved_content AFTER UPDATE ON %s REFERENCING OLD TABLE AS before NEW TABLE AS changed
                     FOR EACH STATEMENT EXECUTE FUNCTION content_moved(%L, %L, %L)', target, key, parent_key, parent_table);
     EXECUTE format('CREATE TRIGGER left_content AFTER DELETE ON %s REFERENCING OLD TABLE AS before
                     FOR EACH STATEMENT EXECUTE FUNCTION content_moved(%L, %L, %L)', target, key, parent_key, parent_table);
   END $$`,
]
