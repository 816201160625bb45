/**
 * Rows of the table that hold a unique value which the file gives to another
 * row: the file is right, so they make way before its rows go in.
 */
import { ident, literal } from '#app/support/sql_text'
import { refuseRows } from './import_record.js'
import { type Staging, LINE } from './staging.js'

interface UniqueConflict {
  rule: string[]
  /** Condition: row `t` of the table holds what row `s` of the file claims. */
  held: string
  /** Column of the rule that a row can do without. */
  optional: string | undefined
}

function conflictsOf(staging: Staging): UniqueConflict[] {
  const [, ...rules] = rulesOf(staging)
  return rules.map((rule) => ({
    rule,
    held: `${rule.map((name) => `t.${ident(name)} = s.${ident(name)}`).join(' AND ')} AND t.id <> s.id`,
    optional: staging.columns.find(({ name, required }) => rule.includes(name) && !required)?.name,
  }))
}

/** Condition: the file lists row `t` of the table. */
function isListed({ table }: Staging): string {
  return `EXISTS (SELECT 1 FROM ${ident(table)} o WHERE o.id = t.id)`
}

/**
 * Refuses staged rows whose unique value belongs to a row that cannot make
 * way: the file does not list it, and others refer to it.
 */
export async function refuseUniqueConflicts(staging: Staging, importId: string): Promise<void> {
  const { client, layout, table } = staging
  if (!layout.referred) return
  for (const { rule, held, optional } of conflictsOf(staging)) {
    if (optional) continue
    await refuseRows(
      client,
      importId,
      `${ident(table)} s USING ${ident(layout.table)} t WHERE ${held} AND NOT ${isListed(staging)}`,
      rule.join(', '),
      literal('belongs to another row already')
    )
  }
}

export interface Cleared {
  /** Rows deleted that the file does not list. */
  removed: number
  /** Rows deleted that the file lists. */
  missing: number
  /** Rows the file does not list that have lost an optional value. */
  changed: number
  /** Rows the file lists hold each other's values still. */
  crossed: boolean
}

/**
 * Clears claimed values out of the table: rows lose the value where it is
 * optional, and are deleted where not. Those the file lists come back with
 * its values; `bulk_changes` says that they are missing until then.
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

/** Whether a row can be deleted and inserted again with nothing lost. */
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

/** Every unique rule whose columns the file has, the key's first. */
function rulesOf({ layout, columns }: Staging): string[][] {
  const has = (name: string) => columns.some((column) => column.name === name)
  return [[layout.key], ...layout.uniques].filter((rule) => rule.every(has))
}

/** Name of the index that checks a rule on the staged rows; undefined for rules that are not checked. */
export function uniqueIndex(staging: Staging, rule: string[]): string | undefined {
  const place = rulesOf(staging).findIndex((one) => one.join() === rule.join())
  return place < 0 ? undefined : `${staging.table}_unique_${place}`
}

/** Refuses staged rows that break a unique rule among themselves. */
export async function refuseDuplicates(staging: Staging, importId: string): Promise<void> {
  const { client, table } = staging
  const source = ident(table)
  for (const rule of rulesOf(staging)) {
    const key = rule.map(ident).join(', ')
    const index = `CREATE UNIQUE INDEX ${ident(uniqueIndex(staging, rule)!)} ON ${source} (${key})`
    await client.query('SAVEPOINT one_each')
    try {
      await client.query(index)
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error
      await client.query('ROLLBACK TO one_each')
      const given = rule.map((name) => `${ident(name)} IS NOT NULL`).join(' AND ')
      await refuseRows(
        client,
        importId,
        `${source} s USING (SELECT line FROM (SELECT ${LINE} AS line, row_number() OVER (PARTITION BY ${key} ORDER BY ${LINE}) AS place
                            FROM ${source} WHERE ${given}) numbered WHERE place > 1) d WHERE s.${LINE} = d.line`,
        rule.join(', '),
        literal('duplicate key in the file')
      )
      await client.query(index)
    }
  }
}
