/** States of mirrors, for staff pages and the command `mirror:status`. */
import { formatTimeSpan } from '#app/console/admin/health/health_section'
import { ADVISORY_LOCK_NAMES } from '#app/support/advisory_locks'
import type { EditPolicy } from '../records/local_edits.js'

export const STATES = {
  copying: 'copying',
  following: 'following',
  waiting: 'waiting for a limit',
  retrying: 'repeating a failed request',
  failed: 'failed',
  stopped: 'not running',
} as const

export type MirrorState = keyof typeof STATES

const IS_RUNNING = `EXISTS (SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint << 32 | objid::bigint = hashtextextended('${ADVISORY_LOCK_NAMES.runningMirror}' || m.id, 0))`

/** SQL: the state of a mirror. */
export const STATE = `CASE WHEN ${IS_RUNNING} THEN
    CASE WHEN m.error IS NOT NULL THEN 'retrying' WHEN m.waits_until > now() THEN 'waiting'
      WHEN m.is_copied THEN 'following' ELSE 'copying' END
  WHEN m.error IS NOT NULL THEN 'failed' ELSE 'stopped' END`

/** Most pending records that are counted. */
const MAX_PENDING = 10_000

const DUE_FILES = 'SELECT FROM mirror_files f WHERE f.mirror_id = m.id AND f.due IS NOT NULL'

/** SQL: columns of a mirror, without its token. */
export const MIRROR_COLUMNS = `m.files_url, (SELECT count(*) FROM (${DUE_FILES} LIMIT ${MAX_PENDING}) AS counted) AS due_files,
  (SELECT count(*) FROM (${DUE_FILES} AND f.error IS NOT NULL LIMIT ${MAX_PENDING}) AS counted) AS failed_files,
  (SELECT f.path || ': ' || f.error FROM mirror_files f WHERE f.mirror_id = m.id AND f.due IS NOT NULL AND f.error IS NOT NULL LIMIT 1) AS file_error,
  m.url, m.root, m.filters, m.resources, m.names, m.cursor, m.changes, m.error,
  m.local_edits, m.date_created, m.date_current, m.waits_until, m.read_every, ${STATE} AS state,
  (SELECT count(*) FROM mirror_copies c WHERE c.mirror_id = m.id AND (c.is_done OR c.date_read IS NOT NULL)) AS copied,
  (SELECT min(c.resource) FROM mirror_copies c WHERE c.mirror_id = m.id AND NOT c.is_done AND c.date_read IS NULL) AS copies,
  (SELECT count(*) FROM mirror_local_edits e WHERE e.mirror_id = m.id AND e.is_different) AS kept,
  (SELECT count(*) FROM mirror_overwritten o WHERE o.mirror_id = m.id) AS overwritten,
  (SELECT coalesce(sum(c.vanished), 0) FROM mirror_copies c WHERE c.mirror_id = m.id) AS vanished,
  (SELECT coalesce(sum(c.records), 0) FROM mirror_copies c WHERE c.mirror_id = m.id) AS records,
  (SELECT count(*) FROM (SELECT FROM mirror_pending p WHERE p.mirror_id = m.id LIMIT ${MAX_PENDING}) AS counted) AS pending`

export interface ShownMirror {
  url: string
  root: string | null
  filters: [string, string][]
  resources: string[]
  names: 'own' | 'public'
  cursor: string | null
  changes: string
  error: string | null
  date_created: Date
  date_current: Date | null
  waits_until: Date | null
  read_every: number | null
  state: MirrorState
  /** Number of lists that were copied. */
  copied: string
  /** The list that is being copied. */
  copies: string | null
  records: string
  local_edits: EditPolicy
  /** Number of records that differ from the upstream's because of local edits. */
  kept: string
  /** Number of listed values. */
  overwritten: string
  pending: string
  /** Number of records that the upstream no longer had at the last comparison. */
  vanished: string
  /** Null if files aren't copied. */
  files_url: string | null
  /** Number of files that are copied next or later, and of those that failed. */
  due_files: string
  failed_files: string
  /** A failure, with the path of its file. */
  file_error: string | null
}

/** Most resources that are named. */
const NAMED = 4
/** Characters of a cursor that are shown. */
const CURSOR = 40
/** Minutes that a mirror can lag, in addition to those between its reads. */
const ALLOWED_LAG = 60

/** The mirrored records: `dockets?court=nysd`. */
export function describeContent({ root, filters, resources }: ShownMirror): string {
  if (root !== null) return `${root}?${filters.map((pair) => pair.join('=')).join('&')}`
  return resources.length <= NAMED ? resources.join(', ') : `${resources.length} resources`
}

/** The list that is being copied, or the position in the change feed. */
export function describePosition({ copied, copies, root, resources, cursor }: ShownMirror): string {
  const lists = root === null ? `${copied} of ${resources.length} lists` : `${copied} lists`
  if (copies !== null) return `${copies} (copied ${lists})`
  if (cursor === null) return `copied ${lists}`
  return cursor.length > CURSOR ? `${cursor.slice(0, CURSOR)}…` : cursor
}

/** What happens to records that both servers changed, and to how many it happened. */
export function describeEdits({ local_edits: policy, kept, overwritten }: ShownMirror): string {
  if (policy === 'local') return `kept (differing records: ${Number(kept).toLocaleString('en')})`
  if (policy === 'upstream') return 'overwritten'
  return `overwritten and listed (values: ${Number(overwritten).toLocaleString('en')})`
}

/** Whether files are copied, and how many are due. */
export function describeFiles(mirror: ShownMirror): string {
  if (mirror.files_url === null) return 'not copied'
  const [due, failed] = [mirror.due_files, mirror.failed_files].map(Number) as [number, number]
  if (!due) return 'current'
  const text = `due: ${due.toLocaleString('en')}`
  return failed ? `${text}, failed: ${failed.toLocaleString('en')} (${mirror.file_error})` : text
}

/** How old the last applied change is; undefined before the first copy. */
export function readLag({ date_current: current }: ShownMirror): string | undefined {
  return current ? formatTimeSpan(secondsSince(current)) : undefined
}

/**
 * Whether a mirror lags more than it should. One that was never current is late if it isn't
 * running.
 */
export function isLate(mirror: ShownMirror): boolean {
  const { state, date_current: current, date_created: created, read_every: every } = mirror
  const since = current ?? (state === 'stopped' ? created : undefined)
  return since !== undefined && secondsSince(since) > ((every ?? 0) + ALLOWED_LAG) * 60
}

/** The next step for staff. */
export function nextStep(state: MirrorState): string {
  return NEXT_STEPS[state]
}

const NEXT_STEPS: Record<MirrorState, string> = {
  copying: 'None',
  following: 'None',
  waiting:
    'None: it continues when the limit allows. For a faster mirror, ask the operator of the upstream for higher limits.',
  retrying: 'Check whether the upstream is available. The request is repeated until it succeeds.',
  failed: 'Fix the cause of the error, and start "node ace mirror:run" again.',
  stopped: 'Start "node ace mirror:run"; if it is already running, restart it.',
}

function secondsSince(time: Date): number {
  return (Date.now() - time.getTime()) / 1_000
}
