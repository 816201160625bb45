/**
 * Unique rules of a table, kept by the staged rows before they go into it.
 */
import { ident, literal } from '#app/support/sql_text'
import { refuseRows } from './import_record.js'
import { LINE, type Staging } from './staging.js'

/** Every unique rule whose columns the file has, the key's first. */
export function rulesOf({ layout, columns }: Staging): string[][] {
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
