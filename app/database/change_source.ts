/**
 * The source of changes: transactions that begin while `withSource` runs have these settings until
 * they end, so that triggers can store it.
 *
 * - `curia.source`: the source
 * - `curia.account`: ID of the account
 * - `curia.history`: `off` if versions of changed rows aren't stored
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * - `api`: a request to the API
 * - `fetch`: a page or document fetched from a court system
 * - `import`: bulk data files
 * - `mirror`: another server
 * - `notice`: an email or feed of a court
 * - `site`: a form of a signed-in user
 * - `staff`: a form of the staff console
 * - `upload`: an uploaded page or document
 */
export const CHANGE_SOURCES = [
  'api',
  'fetch',
  'import',
  'mirror',
  'notice',
  'site',
  'staff',
  'upload',
] as const

export interface ChangeSource {
  source: (typeof CHANGE_SOURCES)[number]
  accountId?: number
  /** Whether versions of changed rows are stored; by default, except for imports. */
  history?: boolean
}

const current = new AsyncLocalStorage<ChangeSource>()

/** Runs work whose transactions have a source. The innermost source applies. */
export function withSource<T>(source: ChangeSource, work: () => T): T {
  return current.run(source, work)
}

/**
 * Adds the settings of the current source to a BEGIN, in one round trip.
 *
 * @param sql statement; any other one is unchanged, and that of a transaction that only reads
 */
export function beginWithSource(sql: string): string {
  const source = current.getStore()
  if (!source || !sql.startsWith('BEGIN') || sql.includes('READ ONLY')) return sql
  const { history = source.source !== 'import' } = source
  const settings = [
    ['curia.source', source.source],
    ['curia.account', source.accountId?.toString() ?? ''],
    ['curia.history', history ? '' : 'off'],
  ].map(([name, value]) => `set_config('${name}', '${value}', true)`)
  return `${sql.replace(/;$/, '')}; SELECT ${settings.join(', ')}`
}
