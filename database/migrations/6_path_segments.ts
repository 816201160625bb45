import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * `curia_encode_segment` percent-encodes text as one path segment (RFC 3986,
 * section 3.3). Statements call it only for text that needs encoding.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(String.raw`
      CREATE FUNCTION curia_encode_segment(text) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN (
        SELECT string_agg(
          CASE WHEN piece ~ '^[A-Za-z0-9._~-]$' THEN piece
          ELSE regexp_replace(upper(encode(convert_to(piece, 'UTF8'), 'hex')), '(..)', '%\1', 'g') END,
          '' ORDER BY place
        )
        FROM regexp_split_to_table($1, '') WITH ORDINALITY AS pieces (piece, place)
      )
    `)
  }

  async down() {
    this.schema.raw('DROP FUNCTION curia_encode_segment(text)')
  }
}
