/** Reads the change log as changes of records. */
import type { Reader } from '#app/database/reader'
import type { Change, ChangeBatch, ChangeLog, Cursor } from '#app/events/change_log'
import { CursorTooOld } from '#app/events/cursor'
import { DomainError } from '#app/support/domain_error'
import { ident } from '#app/support/sql_text'
import type { RecordSource } from '#api/record_changes'
import type { Resource } from '#api/resource'
import { CHANGES_ERRORS } from '../errors.js'
import { BatchPositions, invalidCursor, keysOfChange } from './cursors.js'

export const CHANGE_KINDS = [
  'created',
  'updated',
  'deleted',
  'merged',
  'sealed',
  'unsealed',
] as const

export interface RecordChange {
  kind: (typeof CHANGE_KINDS)[number]
  resource: Resource
  key: string
  /** Start of the transaction. */
  date: Date
  /** The position after this change. */
  cursor: Cursor
  /** Key of the remaining record, for a merged one. */
  into?: string
}

export interface FeedPage {
  changes: RecordChange[]
  /** The position after all of them. */
  cursor: Cursor
  /** More changes are available now. */
  more: boolean
}

export interface FeedQuery {
  /** Null: from the oldest change. */
  after: Cursor | null
  /** Maximum number of changes. */
  limit: number
  /** The requested topics. */
  sources: readonly RecordSource[]
  /** Account whose records are included. */
  viewer: number | undefined
}

/** A change before it is compared with the current state. */
interface Found extends RecordChange {
  role: RecordSource['role']
  transaction: string | undefined
}

/** Entries per read of the log. */
const MAX_ENTRIES = 500
/** Reads without a result after which the caller continues from the new position. */
const MAX_READS = 20

export class FeedReader {
  constructor(
    readonly log: Pick<ChangeLog, 'read'>,
    readonly reader: Pick<Reader, 'rows'>
  ) {}

  /**
   * The next changes in the order of the log. A repeated update of a record in a transaction is
   * reported once per page.
   *
   * @throws DomainError 400 for a forged position, 410 if it is too old
   */
  async read(query: FeedQuery): Promise<FeedPage> {
    let page: FeedPage | undefined
    for (let reads = 0; reads < MAX_READS; reads++) {
      page = await this.#next({ ...query, after: page?.cursor ?? query.after })
      if (page.changes.length || !page.more) return page
    }
    return page!
  }

  async #next({ after, limit, sources, viewer }: FeedQuery): Promise<FeedPage> {
    const byTopic = Map.groupBy(sources, ({ topic }) => topic)
    const tables = [...byTopic.keys()]
    const batch = await this.#batch({ after, limit: MAX_ENTRIES, keys: limit, tables, viewer })
    const positions = new BatchPositions(after, batch)
    const found = batch.changes.flatMap((change) =>
      change.kind === 'moved' ? [] : expand(change, byTopic.get(change.table) ?? [], positions)
    )
    const changes = await this.#compare(withoutRepetitions(found))
    return { changes, cursor: batch.cursor, more: batch.more }
  }

  async #batch({
    viewer,
    ...query
  }: Parameters<ChangeLog['read']>[0] & { viewer: number | undefined }): Promise<ChangeBatch> {
    try {
      return await this.log.read({ ...query, viewer: viewer ?? null })
    } catch (error) {
      if (error instanceof CursorTooOld) {
        const kind = CHANGES_ERRORS.change_cursor_too_old
        throw new DomainError(kind, { detail: `${kind.message} ${kind.hint}` })
      }
      // Values that no server wrote.
      if (/^22/.test((error as { code?: string }).code ?? '')) throw invalidCursor()
      throw error
    }
  }

  /** Finds merged records, and leaves out records that the API doesn't show. */
  async #compare(found: Found[]): Promise<RecordChange[]> {
    const groups = Map.groupBy(found, ({ resource }) => resource)
    const states = new Map<Resource, ResourceState>()
    for (const [resource, some] of groups) {
      const keys = [...new Set(some.map(({ key }) => key))]
      states.set(resource, {
        merged: await this.#merged(resource, keys),
        hidden: await this.#hidden(resource, keys),
      })
    }
    // A merged record is deleted by one entry and redirected by another.
    const gone = new Set<string>()
    return found.flatMap((change) => {
      const outcome = compare(change, states.get(change.resource)!)
      const record = `${change.transaction} ${change.resource.path} ${change.key}`
      if (outcome?.kind === 'created') gone.delete(record)
      const isRepeated = outcome?.kind === 'deleted' && gone.has(record)
      if (outcome?.kind === 'deleted') gone.add(record)
      return outcome && !isRepeated ? [outcome] : []
    })
  }

  /** Remaining records by the keys of merged ones; null: sealed. */
  async #merged({ merges }: Resource, keys: string[]): Promise<Map<string, string | null>> {
    if (!merges) return new Map()
    const from = ident(merges.from)
    const rows = await this.reader.rows(
      `SELECT ${from}::text, ${ident(merges.into)}::text FROM ${ident(merges.table)} WHERE ${from} = ANY ($1::bigint[])`,
      [keys]
    )
    return new Map(rows.map(([key, into]) => [key!, into ?? null]))
  }

  /** Keys of records that exist and aren't visible. */
  async #hidden({ visible, table, key }: Resource, keys: string[]): Promise<Set<string>> {
    if (!visible) return new Set()
    const column = ident(key.column)
    const type = key.type === 'string' ? 'text' : 'bigint'
    const rows = await this.reader.rows(
      `SELECT ${column}::text FROM ${ident(table)} WHERE ${column} = ANY ($1::${type}[]) AND (${visible}) IS NOT TRUE`,
      [keys]
    )
    return new Set(rows.map(([found]) => found!))
  }
}

interface ResourceState {
  merged: Map<string, string | null>
  hidden: Set<string>
}

/** The changes of an entry; those of one key have the position before the key, except the last. */
function expand(change: Change, sources: RecordSource[], positions: BatchPositions): Found[] {
  const found: Found[] = []
  const shown = sources.flatMap(({ resource, role }) => {
    const kind = kindOfEntry(change.kind, role)
    return kind ? [{ resource, role, kind }] : []
  })
  let read = 0
  let before = positions.before
  for (const key of keysOfChange(change)) {
    const cursor = positions.after(change, ++read)
    for (const [at, one] of shown.entries())
      found.push({
        ...one,
        key,
        date: change.changedAt,
        transaction: change.transaction,
        cursor: at === shown.length - 1 ? cursor : before,
      })
    before = cursor
  }
  return found
}

function kindOfEntry(
  kind: Change['kind'],
  role: RecordSource['role']
): RecordChange['kind'] | undefined {
  if (kind === 'moved') return undefined
  if (role === 'part') return 'updated'
  if (role === 'seal') return kind === 'created' ? 'sealed' : 'unsealed'
  if (role === 'merge') return kind === 'deleted' ? undefined : 'merged'
  return kind
}

/** Without updates of records that the same transaction created, updated, or deleted before. */
function withoutRepetitions(found: Found[]): Found[] {
  const written = new Set<string>()
  const gone = new Set<string>()
  return found.filter(({ kind, role, resource, key, transaction }) => {
    const record = `${transaction} ${resource.path} ${key}`
    if (kind === 'deleted' && role === 'record') gone.add(record)
    if (kind !== 'created' && kind !== 'updated') return true
    if (kind === 'created') gone.delete(record)
    const isRepeated = written.has(record) || gone.has(record)
    written.add(record)
    return !isRepeated || kind !== 'updated'
  })
}

/** The change as it is reported; undefined if another change reports it. */
function compare(
  { role, transaction: _, ...change }: Found,
  { merged, hidden }: ResourceState
): RecordChange | undefined {
  const { key, kind } = change
  const into = merged.get(key)
  if (kind === 'merged') {
    if (into === undefined) return { ...change, kind: 'deleted' }
    return into === null ? { ...change, kind: 'sealed' } : { ...change, into }
  }
  if (kind === 'deleted') return into === undefined ? change : undefined
  if (!hidden.has(key)) return change
  return kind === 'updated' && role === 'record' ? { ...change, kind: 'deleted' } : undefined
}
