/**
 * The change log: which rows of the archive were created, changed, and
 * deleted, in the order in which this became visible. Any number of consumers
 * read it, each with its own position.
 */
import type { Database } from '@adonisjs/lucid/database'
import { BEGINNING, CursorTooOld, firstUnread, LOG_ID, readCursor, writeCursor } from './cursor.js'
import { firstKeys, withoutKeys, type NamedKeys } from './change_keys.js'

export type Cursor = string

export interface Change extends NamedKeys {
  id: number
  table: string
  /** `moved`: their parent changed; they are also reported as `updated`. */
  kind: 'created' | 'updated' | 'moved' | 'deleted'
  /** An update of columns that don't belong to the record itself (`quiet` of a publication). */
  isQuiet: boolean
  /** Start of the transaction that changed the rows. */
  changedAt: Date
  /** The component that derived the change from other rows; null for all other changes. */
  origin: string | null
  /** ID of the transaction. */
  transaction?: string
}

export interface ChangeBatch {
  changes: Change[]
  /** Position to continue from. */
  cursor: Cursor
  /** More changes are available now. */
  more: boolean
}

/** Days that changes are retained for consumers that don't run. */
const RETENTION_DAYS = 30
const BATCH = 500
/** Bytes of keys per read, as stored; a single change may exceed it. */
const MAX_BYTES = 64 * 1024
const MAX_BYTES_WHOLE = 1024 * 1024
/** Maximum number of key ranges looked ahead. */
const MAX_RUNS_AHEAD = 10_000

interface Page {
  log: string
  target: string
  is_too_old: boolean
  is_ahead: boolean
  /** Whether changes were left out because of the size of their keys. */
  is_cut: boolean
  changes: (Omit<Change, 'changedAt'> & { at: string })[]
}

type Client = Pick<Database, 'rawQuery' | 'from'>

export class ChangeLog {
  constructor(readonly database: Client & Pick<Database, 'transaction'>) {}

  /**
   * A position after everything visible now. For a rebuild, get it before the
   * tables are read. Not inside a transaction.
   */
  async now(): Promise<Cursor> {
    const { rows } = await this.database.rawQuery<{ rows: { log: string; base: string }[] }>(
      `SELECT ${LOG_ID} AS log, change_log_snapshot()::text AS base`
    )
    return writeCursor({ ...rows[0]!, target: null, last: '0', keys: null })
  }

  /**
   * Changes after a position, in an order that never swaps two changes of the
   * same row. Rows may have changed again since: read them instead of relying on
   * the kind.
   *
   * @param after null: from the oldest retained change
   * @param limit maximum number of log rows in a batch; each names at most 10,000 ranges
   * @param keys maximum number of keys in a batch; the remaining keys of a change are in the next batches
   * @param tables only changes of these tables, and of records under their topics
   * @param viewer also changes of records that belong to this account
   * @throws CursorTooOld when changes after the position have been pruned
   */
  async read({
    after,
    limit = BATCH,
    keys = Number.POSITIVE_INFINITY,
    tables = null,
    viewer = null,
  }: {
    after: Cursor | null
    limit?: number
    keys?: number
    tables?: readonly string[] | null
    viewer?: number | null
  }): Promise<ChangeBatch> {
    const given = after === null ? null : readCursor(after)
    const { rows } = await this.database.rawQuery<{ rows: Page[] }>(
      given?.target ? PAGE : NEW_PAGE,
      [
        given?.base ?? BEGINNING,
        given?.target ?? null,
        firstUnread(given),
        tables,
        viewer,
        limit + 1,
        // If ranges are not expanded, more of them are read at once.
        Number.isFinite(keys) ? MAX_BYTES : MAX_BYTES_WHOLE,
      ] as never[]
    )
    const { log, target, is_too_old: isTooOld, is_ahead: isAhead, changes: found } = rows[0]!
    if (given) {
      if (given.log !== log || isAhead)
        throw new CursorTooOld('the position is from another database')
      if (isTooOld) throw new CursorTooOld('later changes have been pruned')
    }
    const base = given?.base ?? BEGINNING
    const page = found
      .slice(0, limit)
      .map(({ at, ...change }) => ({ ...change, changedAt: new Date(at) }))
    // The change that contains the position is read again for its other keys.
    const begun = given?.keys && page[0]?.id === Number(given.last) ? given.keys : 0
    if (begun) page[0] = withoutKeys(page[0]!, begun)
    const { changes, cutAt } = firstKeys(page, keys)
    const isWhole =
      found.length <= limit && !rows[0]!.is_cut && cutAt === null && changes.length === page.length
    if (isWhole) {
      const cursor = writeCursor({ log, base: target, target: null, last: '0', keys: null })
      // An existing target excludes later changes.
      return { changes, cursor, more: Boolean(given?.target) }
    }
    const last = changes.at(-1)!.id
    const read = cutAt === null ? null : cutAt + (last === page[0]!.id ? begun : 0)
    const cursor = writeCursor({ log, base, target, last: String(last), keys: read })
    return { changes, cursor, more: true }
  }

  /**
   * Number of rows that changed after a position; a row that changed several
   * times is counted each time.
   *
   * @param tables only changes of these tables
   */
  async countKeys({
    after,
    tables,
  }: {
    after: Cursor
    tables: readonly string[]
  }): Promise<number> {
    const position = readCursor(after)
    const { rows } = await this.database.rawQuery<{ rows: { count: string }[] }>(COUNT_KEYS, [
      position.base,
      position.target,
      firstUnread(position),
      position.keys ?? 0,
      tables,
    ] as never[])
    return Number(rows[0]!.count)
  }

  /**
   * Key ranges of the remaining changes of a started read, except those of a
   * change that contains the position and of derived changes; incomplete for
   * very many changes.
   *
   * @param after nothing remains after the end of a read
   * @param tables with numeric keys
   */
  async keysAhead(after: Cursor, tables: readonly string[]): Promise<NamedKeys['ids']> {
    const position = readCursor(after)
    if (position.target === null) return []
    const { rows } = await this.database.rawQuery<{ rows: { first: string; last: string }[] }>(
      KEYS_AHEAD,
      [position.base, position.target, position.last, tables, MAX_RUNS_AHEAD] as never[]
    )
    return rows.map(({ first, last }) => [Number(first), Number(last)])
  }

  /** The position of a consumer; null for an unknown one. */
  async findConsumerPosition(name: string): Promise<Cursor | null> {
    const row = await this.database.from('change_cursors').where('name', name).first()
    return row?.cursor ?? null
  }

  /**
   * Whether changes between two positions are retained until a consumer saves
   * the later position.
   */
  async hasSettledBetween(saved: Cursor, later: Cursor): Promise<boolean> {
    const { rows } = await this.database.rawQuery<{ rows: { found: boolean }[] }>(
      `SELECT EXISTS (SELECT 1 FROM content_changes
         WHERE xid >= pg_snapshot_xmin(?::pg_snapshot) AND xid < pg_snapshot_xmin(?::pg_snapshot)) AS found`,
      [readCursor(saved).base, readCursor(later).base]
    )
    return rows[0]!.found
  }

  /** When a consumer's position was saved; null for an unknown consumer. */
  async positionSavedAt(name: string): Promise<Date | null> {
    const row = await this.database.from('change_cursors').where('name', name).first()
    return row?.date_modified ?? null
  }

  /** Saves the position of a consumer and prunes the changes that all consumers have passed. */
  async savePosition(
    name: string,
    cursor: Cursor,
    client: Pick<Client, 'rawQuery'> = this.database
  ): Promise<void> {
    await client.rawQuery(
      `INSERT INTO change_cursors (name, cursor, passed) VALUES (?, ?, ?::pg_snapshot)
       ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, passed = excluded.passed, date_modified = now()`,
      [name, cursor, readCursor(cursor).base]
    )
  }

  /** Removes a deleted consumer, so that no changes are retained for it. */
  async forget(name: string): Promise<void> {
    await this.database.from('change_cursors').where('name', name).delete()
  }

  /**
   * Deletes changes that every known consumer has read, and changes older than
   * 30 days.
   *
   * @param days age of changes that are deleted even if a consumer has not read them
   * @param kept days for which changes are kept even if all consumers have read them
   * @returns the number of rows deleted
   */
  async prune(days = RETENTION_DAYS, kept = 0): Promise<number> {
    const { rows } = await this.database.rawQuery<{ rows: { deleted: string }[] }>(PRUNE, [
      Math.max(days, kept),
      kept,
    ])
    return Number(rows[0]!.deleted)
  }

  /**
   * After a restore from a dump: changes of transaction IDs that this database
   * has not reached would always look new.
   */
  async dropForeign(): Promise<void> {
    await this.database.rawQuery(
      `WITH gone AS (DELETE FROM content_changes WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())),
            unknown AS (DELETE FROM change_cursors WHERE pg_snapshot_xmax(passed) > pg_snapshot_xmax(pg_current_snapshot()))
       UPDATE change_log_state SET deleted_below = '1' WHERE deleted_below > pg_snapshot_xmax(pg_current_snapshot())`
    )
  }
}

/** A single statement, so that the log, the snapshot, and the pruning are read consistently. */
const PAGE = `
  WITH position AS (
    SELECT ?::pg_snapshot AS base, coalesce(?::pg_snapshot, change_log_snapshot()) AS target, ?::bigint AS first, ?::text[] AS tables, ?::bigint AS viewer
  ), next AS (
    SELECT c.*, coalesce(pg_column_size(c.ids), pg_column_size(c.keys)) AS bytes FROM content_changes c, position p
    WHERE c.xid >= pg_snapshot_xmin(p.base) AND NOT pg_visible_in_snapshot(c.xid, p.base)
      AND pg_visible_in_snapshot(c.xid, p.target) AND c.id >= p.first
      AND (p.tables IS NULL OR c.table_name = ANY (p.tables)) AND (c.owner_id IS NULL OR c.owner_id = p.viewer)
    ORDER BY c.id LIMIT ?
  ), page AS (
    SELECT * FROM (SELECT next.*, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM next) AS summed
    WHERE before < ?
  )
  SELECT ${LOG_ID} AS log, p.target::text AS target,
         pg_snapshot_xmin(p.base) < s.deleted_below AS is_too_old,
         pg_snapshot_xmax(p.base) > pg_snapshot_xmax(pg_current_snapshot()) AS is_ahead,
         (SELECT count(*) FROM next) > (SELECT count(*) FROM page) AS is_cut,
         (SELECT coalesce(json_agg(json_build_object(
            'id', id, 'table', table_name, 'kind', kind, 'isQuiet', is_quiet, 'at', changed_at, 'origin', origin, 'transaction', xid::text, 'keys', coalesce(keys, '{}'),
            'ids', (SELECT coalesce(json_agg(json_build_array(lower(r), upper(r) - 1)), '[]'::json) FROM unnest(ids) AS r)
          ) ORDER BY id), '[]'::json) FROM page) AS changes
  FROM position p, change_log_state s`

/**
 * Without a target, most entries are before the position: their transactions are indexed, their
 * numbers are not related to the position.
 */
const NEW_PAGE = PAGE.replace('ORDER BY c.id LIMIT', 'ORDER BY c.id + 0 LIMIT')

/** For all changes after a position: below its target, and since. */
const COUNT_KEYS = `
  WITH position AS (
    SELECT ?::pg_snapshot AS base, ?::pg_snapshot AS target, ?::bigint AS first, ?::bigint AS begun, ?::text[] AS tables
  )
  SELECT coalesce(sum(coalesce(cardinality(c.keys), (SELECT sum(upper(r) - lower(r)) FROM unnest(c.ids) AS r))
           - CASE WHEN c.id = p.first THEN p.begun ELSE 0 END), 0) AS count
  FROM content_changes c, position p
  WHERE c.xid >= pg_snapshot_xmin(p.base) AND NOT pg_visible_in_snapshot(c.xid, p.base)
    AND (p.target IS NULL OR NOT pg_visible_in_snapshot(c.xid, p.target) OR c.id >= p.first)
    AND c.table_name = ANY (p.tables)`

/** For changes after a position and below its target. */
const KEYS_AHEAD = `
  SELECT lower(r) AS first, upper(r) - 1 AS last
  FROM (SELECT ?::pg_snapshot AS base, ?::pg_snapshot AS target, ?::bigint AS last) AS p, content_changes c, unnest(c.ids) AS r
  WHERE c.xid >= pg_snapshot_xmin(p.base) AND NOT pg_visible_in_snapshot(c.xid, p.base)
    AND pg_visible_in_snapshot(c.xid, p.target) AND c.id > p.last
    AND c.table_name = ANY (?) AND c.origin IS NULL
  LIMIT ?`

/** Up to a transaction below which nothing can be written any longer. */
const PRUNE = `
  WITH bounds AS (
    SELECT pg_snapshot_xmin(pg_current_snapshot()) AS settled,
           (SELECT pg_snapshot_xmin(passed) FROM change_cursors ORDER BY 1 LIMIT 1) AS passed,
           coalesce((SELECT xid FROM content_changes WHERE changed_at >= now() - make_interval(days => ?) ORDER BY xid LIMIT 1),
                    pg_snapshot_xmin(pg_current_snapshot())) AS outdated,
           coalesce((SELECT xid FROM content_changes WHERE changed_at >= now() - make_interval(days => ?) ORDER BY xid LIMIT 1),
                    pg_snapshot_xmin(pg_current_snapshot())) AS kept
  ), bound AS (
    SELECT least(settled, greatest(CASE WHEN passed IS NOT NULL THEN least(passed, kept) END, outdated)) AS below FROM bounds
  ), gone AS (
    DELETE FROM content_changes USING bound WHERE xid < bound.below RETURNING xid
  ), noted AS (
    -- After the last change that is gone: a position of a quiet month is not too old.
    UPDATE change_log_state SET deleted_below = greatest(deleted_below, (last.xid::text::numeric + 1)::text::xid8)
    FROM (SELECT xid FROM gone ORDER BY xid DESC LIMIT 1) AS last
  )
  SELECT count(*) AS deleted FROM gone`
