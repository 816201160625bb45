/**
 * The first load of a table: the staging table replaces the empty table, which
 * avoids writing a large archive twice.
 *
 * All slow work is done on the staging table before the swap or after it
 * (`finish_replacement.ts`); the swap changes only names and constraints.
 */
import type pg from 'pg'
import { ident } from '#app/support/sql_text'
import {
  collectKeys,
  IS_PUBLICATION,
  findPublication,
  publishChanges,
  publishCollected,
  type Publication,
} from '#app/events/publication'
import {
  collectRecords,
  findRecordTriggers,
  IS_RECORD_PUBLICATION,
  publishCollectedRecords,
  type RecordTriggers,
} from '#app/events/record_publication'
import {
  addConstraint,
  IS_CARRIED,
  readCarriedTriggers,
  readConstraints,
  readInboundKeys,
  readIndexes,
  type Constraint,
  type Index,
} from '#app/database/table_rules'
import { replacedName } from './finish_replacement.js'
import { LINE, type Staging } from './staging.js'
import { lockTables, type LockWait, type TableLock } from './table_locks.js'
import { uniqueIndex } from './unique_conflicts.js'

/** Assumed copy speed in bytes per millisecond, which limits the wait for locks to the time of a copy. */
const COPIED = 10_000
/** Minimum milliseconds to wait for the locks. */
const MIN_PATIENCE = 3_000

/**
 * Whether the staging table can replace the table: the table is empty, the
 * staging table is durable, and nothing depends on the table except indexes,
 * constraints, its sequence, the triggers that publish its changes, and carried triggers.
 */
export async function canReplace({ client, layout, table }: Staging): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT 1 FROM ${ident(layout.table)} LIMIT 1`)
  if (rowCount) return false
  const { rows } = await client.query<{ can: boolean }>(
    `SELECT s.relpersistence = 'p' AND t.relkind = 'r' AND NOT t.relhasrules AND NOT t.relispartition
        AND NOT t.relhassubclass AND NOT t.relrowsecurity AND t.relacl IS NULL AND t.reloptions IS NULL
        AND NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = t.oid AND NOT tgisinternal AND NOT (${IS_PUBLICATION} OR ${IS_RECORD_PUBLICATION} OR ${IS_CARRIED}))
        AND NOT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = t.oid)
        AND NOT EXISTS (SELECT 1 FROM pg_statistic_ext WHERE stxrelid = t.oid)
        AND NOT EXISTS (SELECT 1 FROM pg_publication_rel WHERE prrelid = t.oid)
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conrelid = t.oid AND contype <> 'f' AND (condeferrable OR contype = 'x'))
        AND NOT EXISTS (SELECT 1 FROM pg_attrdef WHERE adrelid = t.oid AND pg_get_expr(adbin, adrelid) LIKE 'nextval(%')
        AND NOT EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = t.oid AND attidentity <> '' AND attname <> $3)
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE refclassid = 'pg_class'::regclass AND refobjid = t.oid
                        AND deptype = 'n' AND classid <> 'pg_constraint'::regclass) AS can
     FROM pg_class t, pg_class s WHERE t.oid = to_regclass($1) AND s.oid = to_regclass($2)`,
    [ident(layout.table), ident(table), layout.key]
  )
  return rows[0]!.can
}

/** Objects to move from the table to the staging table. */
interface Replacement {
  constraints: Constraint[]
  /** Foreign keys of other tables. */
  inbound: Constraint[]
  indexes: Index[]
  /** Names of the staging table's indexes by index or constraint of the table. */
  built: Map<string, string>
  publication: Publication | undefined
  records: RecordTriggers
  /** Statements that create the carried triggers. */
  carried: string[]
  rows: number
  bytes: number
}

/**
 * Replaces the empty table with the staging table. Runs in the caller's
 * transaction, which must end soon because it blocks readers.
 *
 * @returns the number of rows; undefined if other sessions use the tables or
 *   have added rows, in which case the caller must roll back
 */
export async function replaceTable(
  staging: Staging,
  { report }: Pick<LockWait, 'report'>
): Promise<number | undefined> {
  const replacement = await build(staging)
  const patience = Math.max(MIN_PATIENCE, replacement.bytes / COPIED)
  const { client, layout } = staging
  if (!(await lockTables(client, locksFor(staging, replacement), { patience, report })))
    return undefined
  if (!(await canReplace(staging))) return undefined
  // A table with a new foreign key isn't locked.
  const inbound = await readInboundKeys(client, layout.table)
  if (inbound.length !== replacement.inbound.length) return undefined
  await swap(staging, replacement)
  return replacement.rows
}

/** Builds indexes and constraints on the staging table, without locks on others. */
async function build(staging: Staging): Promise<Replacement> {
  const { client, layout, table } = staging
  const source = ident(table)
  const constraints = await readConstraints(client, layout.table)
  const inbound = await readInboundKeys(client, layout.table)
  const indexes = await readIndexes(client, layout.table)
  const publication = await findPublication(client, layout.table)
  const records = await findRecordTriggers(client, layout.table)
  const carried = await readCarriedTriggers(client, layout.table)

  await client.query(`ALTER TABLE ${source} DROP COLUMN ${LINE}, RESET (autovacuum_enabled)`)
  for (const check of constraints.filter(({ type }) => type === 'c'))
    await client.query(addConstraint({ ...check, table: source }))
  const built = new Map<string, string>()
  const ruled = constraints.flatMap(({ name, index }) =>
    index ? [{ name, definition: index }] : []
  )
  for (const { name, definition } of [...ruled, ...indexes]) {
    const constraint = constraints.find((one) => one.name === name)
    const checked = constraint && checkedBy(staging, constraint)
    if (!checked) await client.query(indexOf(staging, definition, built.size))
    built.set(name, checked ?? indexName(staging, built.size))
  }
  for (const name of await leftOver(staging, [...built.values()]))
    await client.query(`DROP INDEX ${ident(name)}`)
  // A renamed table keeps its statistics, so it is never read without them.
  await client.query(`ANALYZE ${source}`)
  if (publication) await collectKeys(client, publication, table)
  await collectRecords(client, records, table)
  const { rows } = await client.query<{ rows: number; bytes: number }>(
    `SELECT count(*)::float AS rows, pg_table_size(to_regclass($1))::float AS bytes FROM ${source}`,
    [source]
  )
  return { constraints, inbound, indexes, built, publication, records, carried, ...rows[0]! }
}

/** Locks out readers of the table and of tables that refer to it, and only writers of its parents. */
function locksFor(
  { layout }: Staging,
  { constraints, inbound }: Pick<Replacement, 'constraints' | 'inbound'>
): TableLock[] {
  const own: TableLock = { table: ident(layout.table), mode: 'ACCESS EXCLUSIVE' }
  const children = inbound.map(({ table }): TableLock => ({ table, mode: 'ACCESS EXCLUSIVE' }))
  const parents = constraints.flatMap(({ refersTo }): TableLock[] =>
    refersTo ? [{ table: refersTo, mode: 'SHARE ROW EXCLUSIVE' }] : []
  )
  return [...parents, ...children, own]
}

/**
 * Adds foreign keys without validating existing rows; they apply to new writes.
 * The replaced table keeps its foreign keys to its parents, because dropping
 * them would block readers of the parents.
 */
async function swap(staging: Staging, replacement: Replacement): Promise<void> {
  const { client, layout, table } = staging
  const { constraints, inbound, indexes, built, publication, records, carried } = replacement
  const target = ident(layout.table)
  const drop = (constraint: Constraint) =>
    `ALTER TABLE ${constraint.table} DROP CONSTRAINT ${ident(constraint.name)}`
  const outbound = constraints.filter(({ type }) => type === 'f')
  const toItself = outbound.filter(({ refersTo }) => refersTo!.replaceAll('"', '') === layout.table)
  const ruled = constraints.filter(({ index }) => index)
  const last = layout.sequence && (await lastValue(client, layout.sequence))
  const statements = [
    ...[...inbound, ...toItself, ...ruled].map(drop),
    ...indexes.map(({ name }) => `DROP INDEX ${name}`),
    ...(last ? [`ALTER TABLE ${target} ALTER COLUMN ${ident(layout.key)} DROP IDENTITY`] : []),
    `ALTER TABLE ${target} RENAME TO ${await replacedName(client, layout.table)}`,
    `ALTER TABLE ${ident(table)} RENAME TO ${target}`,
    ...(last
      ? [
          `ALTER TABLE ${target} ALTER COLUMN ${ident(layout.key)} ADD GENERATED BY DEFAULT AS IDENTITY (SEQUENCE NAME ${layout.sequence})`,
          last,
        ]
      : []),
    ...ruled.map(({ name, type }) => {
      const kind = type === 'p' ? 'PRIMARY KEY' : 'UNIQUE'
      return `ALTER TABLE ${target} ADD CONSTRAINT ${ident(name)} ${kind} USING INDEX ${ident(built.get(name)!)}`
    }),
    ...indexes.map(({ name }) => `ALTER INDEX ${ident(built.get(name)!)} RENAME TO ${name}`),
    ...[...outbound, ...inbound].map((key) => addConstraint(unchecked(key))),
  ]
  await client.query(statements.join(';\n'))
  if (publication) {
    await publishChanges(client, [publication])
    await publishCollected(client, publication)
  }
  await publishCollectedRecords(client, records)
  for (const statement of carried) await client.query(statement)
}

function unchecked(key: Constraint): Constraint {
  const definition = key.definition.replace(/( NOT VALID)?$/, ' NOT VALID')
  return { ...key, definition }
}

/** Returns a statement that makes the new sequence continue after the last key. */
async function lastValue(client: pg.ClientBase, sequence: string): Promise<string> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('SELECT setval(%L, %s, %L)', $1::text, last_value, is_called) AS statement FROM ${sequence}`,
    [sequence]
  )
  return rows[0]!.statement
}

/** Returns the index that checks the same unique rule on the staging table, if any. */
function checkedBy(staging: Staging, { type, definition, columns }: Constraint) {
  if (!/^(PRIMARY KEY|UNIQUE) \([^)]*\)$/.test(definition)) return undefined
  return type === 'p' || type === 'u' ? uniqueIndex(staging, columns) : undefined
}

function indexName({ table }: Staging, place: number): string {
  return `${table}_index_${place}`
}

/** Returns the statement that creates the same index on the staging table. */
function indexOf(staging: Staging, definition: string, place: number): string {
  const kind = definition.startsWith('CREATE UNIQUE') ? 'UNIQUE INDEX' : 'INDEX'
  const what = definition.slice(definition.indexOf(' USING '))
  return `CREATE ${kind} ${ident(indexName(staging, place))} ON ${ident(staging.table)}${what}`
}

/** Returns indexes of the staging table that no constraint or index uses. */
async function leftOver({ client, table }: Staging, used: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = to_regclass($1) AND NOT c.relname = ANY ($2)`,
    [ident(table), used]
  )
  return rows.map(({ name }) => name)
}
