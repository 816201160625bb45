/**
 * The tables that the change log follows, as declared by plugins
 * (`publishes`) and implemented by database triggers.
 */
import type pg from 'pg'
import { ident } from '#app/support/sql_text'
import { PluginError } from '#app/support/plugin_error'
import type { Database } from '@adonisjs/lucid/database'

/**
 * A table whose changes are published under its `id`, or under the column
 * that names the row they belong to: the cluster of a citation. With a
 * parent, moved rows are also published as `moved`, and the former parent of
 * a moved or deleted row as `updated`. An update of only `quiet` columns, of
 * a table published under its `id`, is published as a quiet
 * update.
 */
export type Published = string | { table: string; key?: string; parent?: Parent; quiet?: string[] }

/** The parent of a table's rows: the cluster of an opinion. */
export interface Parent {
  table: string
  /** Column of type bigint in the rows' table, with the parent's `id`. */
  key: string
}

export interface Publication {
  table: string
  /** Column of type bigint or text. */
  key: string
  parent?: Parent
  quiet?: string[]
}

/** @throws PluginError when a table is published twice */
export function collectPublications(
  plugins: { name: string; publishes?: Published[] }[]
): Publication[] {
  const owners = new Map<string, string>()
  return plugins.flatMap(({ name, publishes = [] }) =>
    publishes.map((published) => {
      const publication =
        typeof published === 'string'
          ? { table: published, key: 'id' }
          : { ...published, key: published.key ?? 'id' }
      const owner = owners.get(publication.table)
      if (owner) {
        throw new PluginError(
          'E_DUPLICATE_PUBLICATION',
          `plugins "${owner}" and "${name}" both publish the table "${publication.table}"`
        )
      }
      owners.set(publication.table, name)
      return publication
    })
  )
}

/**
 * Creates the missing triggers.
 *
 * @throws PluginError E_MISSING_COLUMN for a missing table or column
 */
export async function publishChanges(
  client: Pick<pg.ClientBase, 'query'>,
  publications: Publication[]
): Promise<void> {
  try {
    await client.query(
      `SELECT publish_changes(name, key), publish_moves(name, key, parent_key, parent_table)
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS p (name, key, parent_key, parent_table)`,
      [
        publications.map(({ table }) => table),
        publications.map(({ key }) => key),
        publications.map(({ parent }) => parent?.key ?? null),
        publications.map(({ parent }) => parent?.table ?? null),
      ]
    )
    for (const { table, quiet } of publications)
      if (quiet) await client.query('SELECT publish_quiet($1, $2)', [table, quiet])
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code !== '42P01' && code !== '42703') throw error
    throw new PluginError(
      'E_MISSING_COLUMN',
      `a table in "publishes" of a plugin doesn't exist or has no such column: ${message}`
    )
  }
}

/** How a table is published; undefined if it isn't. */
export async function findPublication(
  client: Pick<pg.ClientBase, 'query'>,
  table: string
): Promise<Publication | undefined> {
  const { rows } = await client.query(
    `SELECT tgname AS name, string_to_array(encode(tgargs, 'escape'), '\\000') AS given FROM pg_trigger
     WHERE tgrelid = to_regclass($1) AND tgname IN ('content_created', 'content_updated', 'moved_content') AND ${IS_PUBLICATION}`,
    [ident(table)]
  )
  const argumentsOf = (name: string): string[] | undefined =>
    rows.find((row) => row.name === name)?.given
  const [key] = argumentsOf('content_created') ?? []
  if (!key) return undefined
  const moved = argumentsOf('moved_content')
  const quiet = argumentsOf('content_updated')?.[3]
  return {
    table,
    key,
    ...(moved && { parent: { key: moved[1]!, table: moved[2]! } }),
    ...(quiet && { quiet: quiet.split(',') }),
  }
}

/** Condition on a row of pg_trigger: it belongs to the change log and is re-created with its table. */
export const IS_PUBLICATION = `tgfoid IN (to_regproc('content_changed'), to_regproc('quiet_content_changed'), to_regproc('content_emptied'), to_regproc('content_moved'))`

/** Table for the time of a transaction: the keys that `publishCollected` logs. */
const COLLECTED = 'collected_keys'

/**
 * Collects the keys of all rows of a table, so that logging them later is
 * fast. Inside a transaction.
 *
 * @param rows table with the rows, which may be published under another name
 */
export async function collectKeys(
  client: Pick<pg.ClientBase, 'query'>,
  { key }: Publication,
  rows: string
): Promise<void> {
  const column = ident(key)
  const { rows: types } = await client.query<{ is_text: boolean }>(
    `SELECT atttypid = 'text'::regtype AS is_text FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = $2`,
    [ident(rows), key]
  )
  // A range starts where the previous number is missing: one sort, without a list of all numbers.
  const keys = types[0]!.is_text
    ? `SELECT array_agg(${column}) AS keys FROM ${ident(rows)}`
    : `SELECT range_agg(int8range(first, coalesce(last, (SELECT max(${column}) FROM ${ident(rows)})), '[]')) AS keys
       FROM (SELECT first, lead(before) OVER (ORDER BY first) AS last
             FROM (SELECT ${column} AS first, lag(${column}) OVER (ORDER BY ${column}) AS before
                   FROM ${ident(rows)} WHERE ${column} IS NOT NULL) AS keys
             WHERE before IS NULL OR first > before + 1) AS starts`
  await client.query(`CREATE TEMP TABLE ${COLLECTED} ON COMMIT DROP AS ${keys}`)
}

/** Logs every row whose key was collected in this transaction as created, without triggers. */
export async function publishCollected(
  client: Pick<pg.ClientBase, 'query'>,
  { table }: Publication
): Promise<void> {
  await client.query(`SELECT log_content_change($1, 'created', keys) FROM ${COLLECTED}`, [table])
  await client.query(`SELECT pg_notify('curia_changes', '')`)
}

/**
 * Marks a transaction's changes as derived from other rows, so that consumers
 * of original changes skip them.
 *
 * @param origin name of the component that derives them: `citations`
 */
export async function markOrigin(trx: Pick<Database, 'rawQuery'>, origin: string): Promise<void> {
  await trx.rawQuery(`SELECT set_config('curia.origin', ?, true)`, [origin])
}
