/**
 * Publishing: one transaction that takes a staged file into its table.
 */
import type pg from 'pg'
import { ident, literal } from '#api/columns'
import { refuseRows } from './import_record.js'
import { dropIndexes, type DroppedIndexes } from './indexes.js'
import { mendDanglingKeys, settleKeys } from './keys.js'
import { LINE, type Staging } from './staging.js'
import type { TableLayout } from './table_layout.js'

export interface PublishOptions {
  importId: string
  /** Rows the file does not list are deleted. */
  prune: boolean
}

export interface Published {
  added: number
  changed: number
  removed: number
  /** Rows that wait for the row their required key names. */
  deferred: number
  /** Optional keys that name no row; set to null and remembered. */
  dangling: number
  /** Remembered keys whose row came with this file. */
  mended: number
}

/** From this share of the table on, indexes are dropped and built anew: cheaper than keeping them. */
const REBUILD_SHARE = 0.4
/** Below this many rows either way is instant, and dropping indexes only blocks readers. */
const SMALLEST_REBUILD = 20_000

/**
 * Publishes what is staged. Runs inside the caller's transaction.
 */
export async function publish(staging: Staging, options: PublishOptions): Promise<Published> {
  const { client, layout } = staging
  const target = ident(layout.table)
  const source = ident(staging.table)
  await client.query(`SET LOCAL work_mem = '256MB'`)
  await client.query(`SET LOCAL statement_timeout = 0`)
  await client.query(`LOCK TABLE ${target} IN SHARE ROW EXCLUSIVE MODE`)
  await client.query(`ANALYZE ${source} (${keyColumns(staging).map(ident).join(', ')})`)

  await refuseBroken(staging, options.importId)
  const { deferred, dangling } = await settleKeys(staging)

  const existing = await count(client, `SELECT 1 FROM ${target} LIMIT ${SMALLEST_REBUILD}`)
  const { added, changed } = existing === 0 ? await addAll(staging) : await merge(staging)
  const removed = options.prune ? await prune(staging) : 0

  const mended = await mendDanglingKeys(client, layout.table)
  if (layout.sequence) {
    await client.query(
      `SELECT setval(${literal(layout.sequence)}, greatest((SELECT max(id) FROM ${target}), (SELECT last_value FROM ${layout.sequence})))`
    )
  }
  return { added, changed, removed, deferred, dangling, mended }
}

/** Columns whose statistics the checks need: the key, and keys of other tables. */
function keyColumns({ layout, columns }: Staging): string[] {
  const keys = [layout.key, ...layout.foreignKeys.map(({ column }) => column)]
  return columns.map(({ name }) => name).filter((name) => keys.includes(name))
}

async function addAll(staging: Staging): Promise<{ added: number; changed: number }> {
  const { client } = staging
  const staged = await count(client, `SELECT 1 FROM ${ident(staging.table)}`)
  return rebuildingIf(staged >= SMALLEST_REBUILD, staging, async () => ({
    added: await insert(staging, ''),
    changed: 0,
  }))
}

/** Only rows that differ are touched; a second run of the same file touches none. */
async function merge(staging: Staging): Promise<{ added: number; changed: number }> {
  const { client, layout } = staging
  const columns = valueColumns(staging)
  const theirs = columns.map((name) => `t.${ident(name)}`).join(', ')
  const fresh = columns.map((name) => `${freshValue(staging, name)}`).join(', ')
  await client.query(
    `CREATE TEMP TABLE bulk_changes ON COMMIT DROP AS
     SELECT s.id, t.id IS NULL AS added FROM ${ident(staging.table)} s LEFT JOIN ${ident(layout.table)} t ON t.id = s.id
     WHERE t.id IS NULL OR (${theirs}) IS DISTINCT FROM (${fresh})`
  )
  await client.query('ANALYZE bulk_changes')
  const { rows } = await client.query(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE added)::int AS added, (SELECT reltuples FROM pg_class WHERE oid = ${literal(ident(layout.table))}::regclass)::float AS existing FROM bulk_changes`
  )
  const { all, added, existing } = rows[0] as { all: number; added: number; existing: number }
  const rebuild = all >= SMALLEST_REBUILD && all >= REBUILD_SHARE * Math.max(existing, 0)

  return rebuildingIf(rebuild, staging, async () => {
    if (all > added) {
      const assignments = columns
        .map((name) => `${ident(name)} = ${freshValue(staging, name)}`)
        .join(', ')
      await client.query(
        `UPDATE ${ident(layout.table)} t SET ${assignments} FROM ${ident(staging.table)} s
         JOIN bulk_changes c ON c.id = s.id AND NOT c.added WHERE t.id = s.id`
      )
    }
    if (added) await insert(staging, 'JOIN bulk_changes c ON c.id = s.id AND c.added')
    return { added, changed: all - added }
  })
}

async function rebuildingIf<T>(
  rebuild: boolean,
  staging: Staging,
  work: () => Promise<T>
): Promise<T> {
  if (!rebuild) return work()
  const dropped: DroppedIndexes = await dropIndexes(staging.client, staging.layout.table)
  const result = await work()
  await dropped.rebuild()
  return result
}

async function insert(staging: Staging, join: string): Promise<number> {
  const names = staging.columns.map(({ name }) => name)
  const { rowCount } = await staging.client.query(
    `INSERT INTO ${ident(staging.layout.table)} (${names.map(ident).join(', ')})
     SELECT ${names.map((name) => freshValue(staging, name)).join(', ')} FROM ${ident(staging.table)} s ${join}`
  )
  return rowCount ?? 0
}

/** Texts of ours are blank, not null; a file may have it otherwise. */
function freshValue(staging: Staging, name: string): string {
  const { type, required } = staging.columns.find((column) => column.name === name)!
  return required && type === 'text' ? `coalesce(s.${ident(name)}, '')` : `s.${ident(name)}`
}

function valueColumns({ columns, layout }: Staging): string[] {
  return columns.map(({ name }) => name).filter((name) => name !== layout.key)
}

async function prune({ client, layout, table }: Staging): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM ${ident(layout.table)} t WHERE NOT EXISTS (SELECT 1 FROM ${ident(table)} s WHERE s.id = t.id)`
  )
  return rowCount ?? 0
}

/** Rows that break a rule of the table: a missing value, a key or a unique value given twice. */
async function refuseBroken(staging: Staging, importId: string): Promise<void> {
  const { client, layout, table } = staging
  const source = ident(table)
  const refuse = (condition: string, column: string, reason: string, using = '') =>
    refuseRows(client, importId, `${source} s ${using} WHERE ${condition}`, column, literal(reason))

  const needed = staging.columns.filter(
    ({ name, type, required }) =>
      required && (type !== 'text' || name === layout.key || isForeignKey(layout, name))
  )
  if (needed.length) {
    const anyMissing = needed.map(({ name }) => `s.${ident(name)} IS NULL`).join(' OR ')
    if (await count(client, `SELECT 1 FROM ${source} s WHERE ${anyMissing} LIMIT 1`)) {
      for (const { name } of needed)
        await refuse(`s.${ident(name)} IS NULL`, name, 'a value is required')
    }
  }

  for (const unique of [[layout.key], ...layout.uniques]) {
    if (!unique.every((name) => staging.columns.some((column) => column.name === name))) continue
    const key = unique.map(ident).join(', ')
    await refuse(
      `s.${LINE} = d.line`,
      unique.join(', '),
      'stands twice in the file',
      `USING (SELECT line FROM (SELECT ${LINE} AS line, row_number() OVER (PARTITION BY ${key} ORDER BY ${LINE}) AS place FROM ${source}) numbered WHERE place > 1) d`
    )
    if (unique[0] === layout.key && unique.length === 1) continue
    const same = unique.map((name) => `t.${ident(name)} = s.${ident(name)}`).join(' AND ')
    await refuse(
      `${same} AND t.id <> s.id AND NOT EXISTS (SELECT 1 FROM ${source} o WHERE o.id = t.id)`,
      unique.join(', '),
      'belongs to another row already',
      `USING ${ident(layout.table)} t`
    )
  }
  await client.query(`CREATE UNIQUE INDEX ON ${source} (id)`)
}

function isForeignKey(layout: TableLayout, name: string): boolean {
  return layout.foreignKeys.some(({ column }) => column === name)
}

async function count(client: pg.ClientBase, select: string): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `SELECT count(*) AS rows FROM (${select}) counted`
  )
  return Number(rows[0]!.rows)
}
