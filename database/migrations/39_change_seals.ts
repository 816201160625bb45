import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The last seal of each table, which the log keeps only for a while: exported files are withdrawn
 * by it, whatever happens to the sealed records later.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE change_seals (
        table_name text COLLATE "C" PRIMARY KEY,
        last_sealed_at timestamptz NOT NULL
      )
    `)
    this.schema.raw(functionWith(SAVE))
  }

  async down() {
    this.schema.raw(functionWith(''))
    this.schema.raw('DROP TABLE change_seals')
  }
}

const SAVE = `
  INSERT INTO change_seals (table_name, last_sealed_at) VALUES (TG_TABLE_NAME, clock_timestamp())
  ON CONFLICT (table_name) DO UPDATE SET last_sealed_at = excluded.last_sealed_at;`

/** @param more SQL for statements that seal rows */
function functionWith(more: string): string {
  return `
    CREATE OR REPLACE FUNCTION record_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
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
        PERFORM log_content_change(TG_ARGV[0], 'created', content_key_ranges(sealed));${more}
      END IF;
      IF unsealed IS NOT NULL THEN
        PERFORM log_content_change(TG_ARGV[0], 'deleted', content_key_ranges(unsealed));
      END IF;
      RETURN NULL;
    END $$`
}
