/**
 * Unique values: duplicates within a file, and values that the file assigns to
 * another row than the table. The file wins, so the table's rows are changed
 * first.
 */
import { ident, literal } from '#app/support/sql_text'
import { refuseRows } from './import_record.js'
import { type Staging, LINE } from './staging.js'
import type { UniqueRule } from './table_layout.js'

interface UniqueConflict {
  columns: string[]
  /** SQL condition: row `t` of the table has the value of row `s` of the file. */
  held: string
  /** Nullable column of the rule, if any. */
  optional: string | undefined
}

function conflictsOf(staging: Staging): UniqueConflict[] {
  const [, ...rules] = listUniqueRules(staging)
  return rules.map(({ columns, nullsEqual }) => {
    const optional = staging.columns.find(
      ({ name, required }) => columns.includes(name) && !required
    )?.name
    const same = columns.map((name) => {
      const equals = nullsEqual && !isRequired(staging, name) ? 'IS NOT DISTINCT FROM' : '='
      return `t.${ident(name)} ${equals} s.${ident(name)}`
    })
    return {
      columns,
      held: `${same.join(' AND ')} AND t.id <> s.id`,
      // If null equals null, another row can have null as well.
      optional: nullsEqual ? undefined : optional,
    }
  })
}

function isRequired({ columns }: Staging, name: string): boolean {
  return columns.some((column) => column.name === name && column.required)
}

/** SQL condition: the file lists row `t` of the table. */
function isListed({ table }: Staging): string {
  return `EXISTS (SELECT 1 FROM ${ident(table)} o WHERE o.id = t.id)`
}

/**
 * Rejects staged rows whose unique value belongs to a row that must be kept,
 * because the file doesn't list it and other rows refer to it.
 */
export async function refuseUniqueConflicts(staging: Staging, importId: string): Promise<void> {
  const { client, layout, table } = staging
  if (!layout.referred) return
  for (const { columns, held, optional } of conflictsOf(staging)) {
    if (optional) continue
    await refuseRows(
      client,
      importId,
      `${ident(table)} s USING ${ident(layout.table)} t WHERE ${held} AND NOT ${isListed(staging)}`,
      columns.join(', '),
      literal('already belongs to another row')
    )
  }
}

export interface Cleared {
  /** Deleted rows that the file doesn't list. */
  removed: number
  /** Deleted rows that the file lists. */
  missing: number
  /** Unlisted rows whose optional value was cleared. */
  changed: number
  /** Whether rows in the file still have each other's values. */
  crossed: boolean
}

/**
 * Removes conflicting values from the table. Optional values are set to null;
 * otherwise the row is deleted. Deleted rows that the file lists are marked as
 * missing in `bulk_changes` and inserted again with its values.
 */
export async function resolveUniqueConflicts(staging: Staging): Promise<Cleared> {
  const cleared = { removed: 0, missing: 0, changed: 0, crossed: false }
  for (const claim of conflictsOf(staging)) {
    if (claim.optional) {
      cleared.changed += await takeValue(staging, claim.held, claim.optional)
      continue
    }
    const comeBack = canComeBack(staging)
    const gone = await removeRows(staging, claim.held, comeBack)
    cleared.removed += gone.all - gone.listed
    cleared.missing += gone.listed
    if (!comeBack) cleared.crossed ||= await anyHeld(staging, claim.held)
  }
  return cleared
}

/** Whether a row can be deleted and inserted again without loss. */
function canComeBack({ layout, columns }: Staging): boolean {
  return !layout.referred && columns.length === layout.columns.length
}

async function takeValue(staging: Staging, held: string, column: string): Promise<number> {
  const { client, layout, table } = staging
  const { rows } = await client.query<{ unlisted: number }>(
    `WITH cleared AS (UPDATE ${ident(layout.table)} t SET ${ident(column)} = NULL
                      FROM ${ident(table)} s WHERE ${held} RETURNING t.id)
     SELECT count(*)::int AS unlisted FROM cleared t WHERE NOT ${isListed(staging)}`
  )
  return rows[0]!.unlisted
}

async function removeRows(
  staging: Staging,
  held: string,
  comeBack: boolean
): Promise<{ all: number; listed: number }> {
  const { client, layout, table } = staging
  const which = comeBack ? held : `${held} AND NOT ${isListed(staging)}`
  const { rows } = await client.query<{ all: number; listed: number }>(
    `WITH gone AS (DELETE FROM ${ident(layout.table)} t USING ${ident(table)} s WHERE ${which} RETURNING t.id),
          listed AS (UPDATE bulk_changes c SET missing = true FROM gone WHERE c.id = gone.id RETURNING c.id)
     SELECT (SELECT count(*) FROM gone)::int AS all, (SELECT count(*) FROM listed)::int AS listed`
  )
  return rows[0]!
}

async function anyHeld({ client, layout, table }: Staging, held: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM ${ident(layout.table)} t JOIN ${ident(table)} s ON ${held} LIMIT 1`
  )
  return Boolean(rowCount)
}

/** Returns the unique rules whose columns the file has, the primary key first. */
function listUniqueRules({ layout, columns }: Staging): UniqueRule[] {
  const has = (name: string) => columns.some((column) => column.name === name)
  const key = { columns: [layout.key], nullsEqual: false }
  return [key, ...layout.uniques].filter((rule) => rule.columns.every(has))
}

/** Returns the name of the index that checks a rule on the staged rows, if it is checked. */
export function uniqueIndex(staging: Staging, columns: string[]): string | undefined {
  const place = listUniqueRules(staging).findIndex((one) => one.columns.join() === columns.join())
  return place < 0 ? undefined : `${staging.table}_unique_${place}`
}

/** Rejects staged rows that violate a unique rule within the file. */
export async function refuseDuplicates(staging: Staging, importId: string): Promise<void> {
  const { client, table } = staging
  const source = ident(table)
  for (const { columns, nullsEqual } of listUniqueRules(staging)) {
    const key = columns.map(ident).join(', ')
    const nulls = nullsEqual ? ' NULLS NOT DISTINCT' : ''
    const index = `CREATE UNIQUE INDEX ${ident(uniqueIndex(staging, columns)!)} ON ${source} (${key})${nulls}`
    await client.query('SAVEPOINT one_each')
    try {
      await client.query(index)
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error
      await client.query('ROLLBACK TO one_each')
      const given = nullsEqual
        ? 'true'
        : columns.map((name) => `${ident(name)} IS NOT NULL`).join(' AND ')
      await refuseRows(
        client,
        importId,
        `${source} s USING (SELECT line FROM (SELECT ${LINE} AS line, row_number() OVER (PARTITION BY ${key} ORDER BY ${LINE}) AS place
                            FROM ${source} WHERE ${given}) numbered WHERE place > 1) d WHERE s.${LINE} = d.line`,
        columns.join(', '),
        literal('duplicate key in the file')
      )
      await client.query(index)
    }
  }
}
