/**
 * The texts of the shown chunks. Only chunks of the current text are shown, so
 * that text removed from a record does not appear from an old chunk.
 */
import { NamedStatement } from '#app/database/named_statement'
import type { Row } from '#app/database/reader'
import type { EmbeddedTexts } from './embedded_texts.js'

export interface ChunkName {
  key: number
  chunk: number
}

interface RowReader {
  rows: (statement: NamedStatement, values: unknown[]) => Promise<Row[]>
}

export class ChunkTexts {
  readonly #statement: NamedStatement

  constructor(
    readonly reader: RowReader,
    { index, sql }: EmbeddedTexts
  ) {
    this.#statement = new NamedStatement(
      `WITH wanted AS (SELECT * FROM unnest($1::bigint[], $2::int[]) wanted (key, chunk)),
       current AS MATERIALIZED (
         SELECT e.key FROM search_embedded e JOIN ${sql} t ON t.key = e.key AND md5(t.content) = e.text_hash
         WHERE e.index_name = '${index}' AND e.key IN (SELECT key FROM wanted)
       )
       SELECT c.key, c.chunk, c.text FROM wanted JOIN current USING (key)
         JOIN search_chunks c ON c.index_name = '${index}' AND c.key = wanted.key AND c.chunk = wanted.chunk`
    )
  }

  /** @returns a lookup by text; undefined for a deleted text */
  async read(wanted: ChunkName[]): Promise<(chunk: ChunkName) => string | undefined> {
    const rows = wanted.length
      ? await this.reader.rows(this.#statement, [
          wanted.map(({ key }) => key),
          wanted.map(({ chunk }) => chunk),
        ])
      : []
    const texts = new Map(rows.map(([key, chunk, text]) => [`${key} ${chunk}`, text!]))
    return ({ key, chunk }) => texts.get(`${key} ${chunk}`)
  }
}
