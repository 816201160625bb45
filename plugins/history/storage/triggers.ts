/**
 * Triggers that store the earlier values of changed rows. Each runs once per statement, with the
 * statement that stores the versions as its argument.
 */
import type pg from 'pg'
import { CARRIED } from '#app/database/table_rules'
import { ident, literal } from '#app/support/sql_text'
import type { TrackedTable } from './tracked_tables.js'

/** Maximum number of bytes of a stored value; longer ones are stored as their length and hash. */
export const MAX_VALUE = 65_536

/** Types whose values can be longer than that. */
const LONG_TYPE = /^(text|character varying|jsonb?|xml|.*\[\])$/
/** Maximum number of arguments of a function in one call. */
const MAX_ARGUMENTS = 50
/** First version with `pg_column_toast_chunk_id`. */
const COMPARES_STORED = 170_000

const PREFIX = `${CARRIED}history_`

/** Name of the trigger that stores the earlier values of updated rows. */
export const UPDATED = `${PREFIX}updated`

interface Trigger {
  table: string
  name: string
  timing: string
  function: string
  /** Arguments of the function: SQL. */
  statements: string[]
}

/**
 * Creates the missing triggers and drops others. Runs in the caller's transaction.
 *
 * @param tables none if versions aren't stored
 */
export async function installTriggers(
  client: Pick<pg.ClientBase, 'query'>,
  tables: readonly TrackedTable[]
): Promise<void> {
  const { rows: existing } = await client.query<{ table: string; name: string; words: Buffer }>(
    `SELECT relname AS table, tgname AS name, tgargs AS words
     FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
     WHERE pg_table_is_visible(c.oid) AND tgfoid IN (to_regproc('record_versioned'), to_regproc('record_forgotten'), to_regproc('record_withdrawn'))`
  )
  const { rows: server } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`
  )
  const comparesStored = server[0]!.version >= COMPARES_STORED
  const missing = new Map(
    tables
      .flatMap((table) => triggersOf(table, comparesStored))
      .concat(redirectionTriggers(tables))
      .map((trigger) => [`${trigger.table}.${trigger.name}`, trigger])
  )
  for (const { table, name, words } of existing) {
    const id = `${table}.${name}`
    const given = missing
      .get(id)
      ?.statements.map((statement) => `${statement}\0`)
      .join('')
    if (given === words.toString()) missing.delete(id)
    else await client.query(`DROP TRIGGER ${ident(name)} ON ${ident(table)}`)
  }
  for (const { table, name, timing, function: called, statements } of missing.values())
    await client.query(
      `CREATE TRIGGER ${ident(name)} ${timing} FOR EACH STATEMENT
       EXECUTE FUNCTION ${called}(${statements.map(literal).join(', ')})`.replace(
        'TABLE',
        ident(table)
      )
    )
  // Changes since a trigger was dropped weren't stored.
  await client.query(
    `INSERT INTO record_versions (changed_at, table_name, key, kind, source, old)
     SELECT clock_timestamp(), table_name, '', 'skipped', 'server', '{}' FROM record_version_tables
     WHERE table_name = ANY ($1)`,
    [[...missing.values()].map(({ table }) => table)]
  )
  await client.query('DELETE FROM record_version_tables WHERE NOT table_name = ANY ($1)', [
    tables.map(({ table }) => table),
  ])
  await client.query(
    `INSERT INTO record_version_tables (table_name, date_started)
     SELECT name, clock_timestamp() FROM unnest($1::text[]) AS name ON CONFLICT DO NOTHING`,
    [tables.map(({ table }) => table)]
  )
}

function triggersOf(tracked: TrackedTable, comparesStored: boolean): Trigger[] {
  const { table } = tracked
  return [
    {
      table,
      name: UPDATED,
      timing: 'AFTER UPDATE ON TABLE REFERENCING OLD TABLE AS before NEW TABLE AS changed',
      function: 'record_versioned',
      statements: [updateStatement(tracked, comparesStored), ...sealStatements(tracked)],
    },
    {
      table,
      name: `${PREFIX}deleted`,
      timing: 'AFTER DELETE ON TABLE REFERENCING OLD TABLE AS before',
      function: tracked.isOwned ? 'record_forgotten' : 'record_versioned',
      statements: tracked.isOwned ? [forgetStatement(tracked)] : deleteStatements(tracked),
    },
  ]
}

/** Triggers of the tables where the keys of merged and sealed records are stored. */
function redirectionTriggers(tables: readonly TrackedTable[]): Trigger[] {
  const byTable = Map.groupBy(
    tables.filter(({ merges, seals }) => merges?.sealed || (merges && seals)),
    ({ merges }) => merges!.table
  )
  return [...byTable].flatMap(([table, records]) =>
    (['INSERT', 'UPDATE'] as const).map((event) => ({
      table,
      name: `${PREFIX}${event === 'INSERT' ? 'redirected' : 'redirected_again'}`,
      timing: `AFTER ${event} ON TABLE REFERENCING NEW TABLE AS changed`,
      function: 'record_withdrawn',
      statements: [
        `SELECT ${records.map((record) => `EXISTS (${withdrawnKeys(record)})`).join(' OR ')}`,
        ...records.flatMap((record) => [
          emptyStatement(record.table, asText(withdrawnKeys(record))),
          ...tables
            .filter(({ within }) => within?.merges === record.merges)
            .map((part) => emptyPartsStatement(part, withdrawnKeys(record))),
        ]),
      ],
    }))
  )
}

const COLUMNS = 'changed_at, table_name, key, kind, source, origin, account_id, old'

/** OFFSET 0 keeps the planner from computing the values twice. */
function updateStatement(
  { table, key, columns, seals }: TrackedTable,
  comparesStored: boolean
): string {
  const parts = columns.map(({ name, type }) => {
    const [old, now] = [`o.${ident(name)}`, `n.${ident(name)}`]
    const [one, other] = type === 'json' ? [`${old}::text`, `${now}::text`] : [old, now]
    // Values outside the row that weren't written keep their ID, so they aren't read.
    const unwritten =
      comparesStored && LONG_TYPE.test(type)
        ? `WHEN pg_column_toast_chunk_id(${old}) = pg_column_toast_chunk_id(${now}) THEN NULL `
        : ''
    return `CASE ${unwritten}WHEN ${one} IS DISTINCT FROM ${other} THEN ${memberSql(name, old, LONG_TYPE.test(type))} END`
  })
  const values = joinedSql(parts)
  // The seal itself is a version without values.
  const old = seals
    ? `CASE WHEN n.${ident(seals)} IS NOT TRUE THEN ${values} WHEN o.${ident(seals)} THEN '' ELSE ' ' END`
    : values
  return `INSERT INTO record_versions (${COLUMNS})
    SELECT $1, ${literal(table)}, key, 'updated', $2, $3, $4, ('{' || old || '}')::jsonb
    FROM (SELECT o.${ident(key)}::text AS key, ${old} AS old
          FROM before o JOIN changed n ON n.${ident(key)} = o.${ident(key)} OFFSET 0) AS versions
    WHERE old <> ''`
}

/** With a query for whether rows were sealed, and a statement that empties their versions. */
function deleteStatements(tracked: TrackedTable): string[] {
  const { table, key, columns, seals, within } = tracked
  const parts = columns.map(({ name, type }) =>
    memberSql(name, `o.${ident(name)}`, LONG_TYPE.test(type))
  )
  const sealed = [
    ...(seals ? [`o.${ident(seals)}`] : []),
    ...isWithdrawn(tracked, `o.${ident(key)}`),
    ...(within ? isWithdrawn({ merges: within.merges }, `o.${ident(within.column)}`) : []),
  ]
  const old = sealed.length
    ? `CASE WHEN ${sealed.join(' OR ')} THEN '' ELSE ${joinedSql(parts)} END`
    : joinedSql(parts)
  const stored = `INSERT INTO record_versions (${COLUMNS})
    SELECT $1, ${literal(table)}, o.${ident(key)}::text, 'deleted', $2, $3, $4, ('{' || ${old} || '}')::jsonb
    FROM before o`
  if (!sealed.length) return [stored]
  const found = `SELECT o.${ident(key)}::text FROM before o WHERE ${sealed.join(' OR ')}`
  // Versions of a concurrent transaction may not have been visible when the rows were sealed.
  return [stored, `SELECT EXISTS (${found})`, emptyStatement(table, found)]
}

/** A query for whether rows were sealed, and a statement that empties their versions. */
function sealStatements({ table, key, seals, merges }: TrackedTable): string[] {
  if (!seals) return []
  const [column, own] = [ident(seals), ident(key)]
  const merged = merges
    ? ` UNION ALL SELECT m.${ident(merges.from)}::text FROM ${ident(merges.table)} m
        JOIN changed c ON c.${own} = m.${ident(merges.into)} WHERE c.${column}`
    : ''
  return [
    `SELECT EXISTS (SELECT FROM changed WHERE ${column})`,
    emptyStatement(table, `SELECT ${own}::text FROM changed WHERE ${column}${merged}`),
  ]
}

/** @param keys query for keys as text */
function emptyStatement(table: string, keys: string): string {
  return `UPDATE record_versions SET old = '{}' WHERE table_name = ${literal(table)} AND old <> '{}'
     AND key IN (${keys})`
}

/**
 * Empties the versions of rows that were or will be deleted with sealed records.
 *
 * @param keys query for the keys of the records
 */
function emptyPartsStatement({ table, key, within }: TrackedTable, keys: string): string {
  const { column } = within!
  return emptyStatement(
    table,
    `SELECT key FROM record_versions WHERE table_name = ${literal(table)} AND kind = 'deleted'
       AND old->>${literal(column)} IN (${asText(keys)})
     UNION ALL SELECT ${ident(key)}::text FROM ${ident(table)} WHERE ${ident(column)} IN (${keys})`
  )
}

type Redirected = Pick<TrackedTable, 'merges' | 'seals'> & Partial<TrackedTable>

/** Query for the keys in changed redirections of records that are sealed, or merged into sealed ones. */
function withdrawnKeys(record: Redirected): string {
  return `SELECT m.${ident(record.merges!.from)} AS key FROM changed m WHERE ${leadsToSealed(record)}`
}

function asText(keys: string): string {
  return `SELECT key::text FROM (${keys}) AS withdrawn`
}

/** SQL conditions: a redirection of the key leads to a sealed record. */
function isWithdrawn(record: Redirected, key: string): string[] {
  const { merges, seals } = record
  if (!merges || !(merges.sealed || seals)) return []
  return [
    `EXISTS (SELECT FROM ${ident(merges.table)} m
       WHERE m.${ident(merges.from)} = ${key} AND (${leadsToSealed(record)}))`,
  ]
}

/** SQL condition for a redirection `m`. */
function leadsToSealed({ merges, seals, table, key }: Redirected): string {
  const into = `m.${ident(merges!.into)}`
  return [
    ...(merges!.sealed ? [`${into} IS NULL`] : []),
    ...(seals
      ? [
          `EXISTS (SELECT FROM ${ident(table!)} s WHERE s.${ident(key!)} = ${into} AND s.${ident(seals)})`,
        ]
      : []),
  ].join(' OR ')
}

/** Versions of private records are deleted with them. */
function forgetStatement({ table, key }: TrackedTable): string {
  return `DELETE FROM record_versions v USING before o
    WHERE v.table_name = ${literal(table)} AND v.key = o.${ident(key)}::text`
}

function joinedSql(parts: readonly string[]): string {
  const groups: string[] = []
  for (let at = 0; at < parts.length; at += MAX_ARGUMENTS)
    groups.push(`nullif(concat_ws(',', ${parts.slice(at, at + MAX_ARGUMENTS).join(', ')}), '')`)
  return `concat_ws(',', ${groups.join(', ')})`
}

/**
 * SQL of a member of a JSON object.
 *
 * @param isLong whether the value can be too long to be stored
 */
export function memberSql(name: string, value: string, isLong: boolean): string {
  const json = `coalesce(to_json(${value})::text, 'null')`
  const stored = isLong
    ? `CASE WHEN octet_length(${value}::text) > ${MAX_VALUE} THEN json_build_object('length', length(${value}::text), 'sha256', encode(sha256(convert_to(${value}::text, 'UTF8')), 'hex'))::text ELSE ${json} END`
    : json
  return `${literal(`${JSON.stringify(name)}:`)} || ${stored}`
}
