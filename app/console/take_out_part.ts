/** Parts of the file of an account's data that no resource shows. */
import type { ApplicationService } from '@adonisjs/core/types'

/** What the server, or a plugin, keeps of accounts beside the records of resources. */
export interface TakeOutPart {
  /** Its key in the file of an account's data. */
  name: string
  /** Tables that it shows. */
  tables: readonly string[]
  /** @returns JSON texts, some at a time */
  read: (accountId: number, app: ApplicationService) => AsyncIterable<string[]>
}

interface TableOfAccounts {
  name: string
  /** A table with `account_id`. */
  table: string
  /** Column that tells the rows of an account from each other, and by which they are ordered. */
  key: string
  columns: readonly string[]
  /** Names in the file of columns that have others there. */
  called?: Record<string, string>
}

const BATCH = 500

/** The rows of an account in one table. */
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
