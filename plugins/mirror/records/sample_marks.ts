/** Marks of sample records, which an upstream's records have as `sample_kind`. */
import type pg from 'pg'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import type { JsonRecord } from '../upstream/upstream.js'

/** Field with the mark, which an upstream includes on request. */
export const MARK = 'sample_kind'

/** @returns the values of `include` by the name of a resource; none for those without marks */
export function includedMarks(registry: ResourceRegistry): (path: string) => string | undefined {
  return (path) => registry.get(path).fields.get(MARK)?.include
}

/** Marks records as the upstream does, in the caller's transaction. */
export async function storeSampleMarks(
  client: pg.ClientBase,
  { table }: Resource,
  records: readonly JsonRecord[]
): Promise<void> {
  const known = records.filter(({ [MARK]: kind }) => kind !== undefined)
  if (!known.length) return
  const marked = known.filter(({ [MARK]: kind }) => kind !== null)
  const keys = (some: readonly JsonRecord[]) => some.map(({ id }) => String(id))
  await client.query(
    `DELETE FROM sample_records WHERE table_name = $1 AND id = ANY ($2::bigint[]) AND NOT id = ANY ($3::bigint[])`,
    [table, keys(known), keys(marked)]
  )
  if (!marked.length) return
  await client.query(
    `INSERT INTO sample_records AS s (table_name, id, invented)
     SELECT $1, * FROM unnest($2::bigint[], $3::boolean[])
     ON CONFLICT (table_name, id) DO UPDATE SET invented = excluded.invented
     WHERE s.invented <> excluded.invented`,
    [table, keys(marked), marked.map(({ [MARK]: kind }) => kind !== 'summary')]
  )
}

/** Removes the marks of deleted records: their IDs may be used again. */
export async function removeSampleMarks(
  client: pg.ClientBase,
  { table, key }: Resource,
  keys: readonly string[]
): Promise<void> {
  if (key.type !== 'integer') return
  await client.query(
    'DELETE FROM sample_records WHERE table_name = $1 AND id = ANY ($2::bigint[])',
    [table, keys]
  )
}
