import { BaseSchema } from '@adonisjs/lucid/schema'

/** One row per piece of a lookup, so that storing results doesn't rewrite all pieces. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE text_lookup_pieces (
        lookup_id uuid NOT NULL REFERENCES text_lookups ON DELETE CASCADE,
        position integer NOT NULL,
        citations jsonb NOT NULL,
        -- Null until the piece is looked up.
        found jsonb,
        PRIMARY KEY (lookup_id, position)
      )
    `)
    this.schema.raw(`
      INSERT INTO text_lookup_pieces (lookup_id, position, citations, found)
      SELECT id, position, piece -> 'citations', nullif(piece -> 'found', 'null')
      FROM text_lookups, jsonb_array_elements(pieces) WITH ORDINALITY AS p (piece, position)
    `)
    this.schema.raw(`
      ALTER TABLE text_lookups DROP COLUMN pieces,
        ADD COLUMN citation_count integer NOT NULL DEFAULT 0,
        ADD COLUMN looked_up_count integer NOT NULL DEFAULT 0,
        ADD COLUMN found_count integer NOT NULL DEFAULT 0
    `)
    this.schema.raw(`
      UPDATE text_lookups l SET citation_count = p.citations, looked_up_count = p.looked_up, found_count = p.found
      FROM (
        SELECT lookup_id, sum(jsonb_array_length(citations)) AS citations,
               sum(coalesce(jsonb_array_length(found), 0)) AS looked_up,
               sum((SELECT count(*) FROM jsonb_array_elements(found) AS f WHERE f ->> 'status' IN ('200', '300'))) AS found
        FROM text_lookup_pieces GROUP BY lookup_id
      ) AS p WHERE p.lookup_id = l.id
    `)
  }

  async down() {
    this.schema.raw('ALTER TABLE text_lookups ADD COLUMN pieces jsonb')
    this.schema.raw(`
      UPDATE text_lookups l SET pieces = (
        SELECT coalesce(jsonb_agg(jsonb_build_object('citations', citations, 'found', found) ORDER BY position), '[]')
        FROM text_lookup_pieces WHERE lookup_id = l.id)
    `)
    this.schema.raw(`
      ALTER TABLE text_lookups ALTER COLUMN pieces SET NOT NULL,
        DROP COLUMN citation_count, DROP COLUMN looked_up_count, DROP COLUMN found_count
    `)
    this.schema.raw('DROP TABLE text_lookup_pieces')
  }
}
