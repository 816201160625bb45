/** Parts of the data export that are not in resources. */
import type { ApplicationService } from '@adonisjs/core/types'

/** Account data of the server or a plugin that is not in resources. */
export interface TakeOutPart {
  /** Key in the export file. */
  name: string
  /** Exported tables. */
  tables: readonly string[]
  /** @returns JSON texts in batches */
  read: (accountId: number, app: ApplicationService) => AsyncIterable<string[]>
}

interface TableOfAccounts {
  name: string
  /** A table with `account_id`. */
  table: string
  /** Column that identifies and orders the rows of an account. */
  key: string
  columns: readonly string[]
  /** Names in the file for columns with other names. */
  called?: Record<string, string>
}

const BATCH = 500

/** Exports the rows of an account in one table. */
export function partOfTable({
  name,
  table,
  key,
  columns,
  called = {},
}: TableOfAccounts): TakeOutPart {
  return {
    name,
    tables: [table],
    async *read(accountId, { container }) {
      const database = await container.make('lucid.db')
      const members = columns.map(() => '?::text, ??')
      const shown = database.raw(
        `json_build_object(${members.join(', ')})::text AS json`,
        columns.flatMap((column) => [called[column] ?? column, column])
      )
      for (let last: unknown; ;) {
        const query = database.from(table).where('account_id', accountId)
        if (last !== undefined) void query.where(key, '>', last as string)
        const rows = (await query.orderBy(key).limit(BATCH).select(`${key} as key`, shown)) as {
          key: unknown
          json: string
        }[]
        yield rows.map(({ json }) => json)
        if (rows.length < BATCH) return
        last = rows.at(-1)!.key
      }
    },
  }
}
