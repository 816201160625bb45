/**
 * Chunks and their vectors in the database.
 */
import type { Database } from '@adonisjs/lucid/database'
import { toBytes } from '#app/search_engine/semantic/vector_bytes'

type Client = Pick<Database, 'rawQuery'>

export interface EmbeddedText {
  key: number
  /** Hash of the text of the chunks. */
  hash: string
  chunks: string[]
  vectors: Float32Array[]
}

/** Table whose changes report changed vectors of an index; its keys are those of texts. */
export const EMBEDDED_TABLE = { table: 'search_embedded', key: 'key' }

/** `key` and `vector` of each chunk of texts, in order: `$1` is the index, `$2` the keys. A text without chunks has one row with a null vector. */
export const VECTORS = `
  SELECT e.key, c.vector FROM search_embedded e LEFT JOIN search_chunks c USING (index_name, key)
  WHERE e.index_name = $1 AND e.key = ANY($2) ORDER BY e.key, c.chunk`

/** Replaces the chunks of texts. */
export async function saveEmbedded(
  trx: Client,
  index: string,
  model: string,
  texts: EmbeddedText[]
): Promise<void> {
  const keys = texts.map(({ key }) => key)
  await run(
    trx,
    'DELETE FROM search_chunks WHERE index_name = ? AND key = ANY(?::bigint[])',
    index,
    keys
  )
  await run(
    trx,
    `INSERT INTO search_embedded (index_name, key, model, text_hash, chunks)
     SELECT ?, key, ?, text_hash, chunks FROM unnest(?::bigint[], ?::text[], ?::int[]) t (key, text_hash, chunks)
     ON CONFLICT (index_name, key) DO UPDATE
     SET model = excluded.model, text_hash = excluded.text_hash, chunks = excluded.chunks`,
    index,
    model,
    keys,
    texts.map(({ hash }) => hash),
    texts.map(({ chunks }) => chunks.length)
  )
  const rows = texts.flatMap(({ key, chunks, vectors }) =>
    chunks.map((text, at) => ({ key, chunk: at + 1, text, vector: toBytes(vectors[at]!) }))
  )
  await run(
    trx,
    `INSERT INTO search_chunks (index_name, key, chunk, text, vector)
     SELECT ?, * FROM unnest(?::bigint[], ?::int[], ?::text[], ?::bytea[])`,
    index,
    rows.map(({ key }) => key),
    rows.map(({ chunk }) => chunk),
    rows.map(({ text }) => text),
    rows.map(({ vector }) => vector)
  )
}

function run(trx: Client, sql: string, ...values: unknown[]): Promise<unknown> {
  return trx.rawQuery(sql, values as never[])
}
