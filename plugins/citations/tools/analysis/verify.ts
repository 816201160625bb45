/**
 * Looks up the citations of a job in batches of one request.
 */
import { ApiRefusal } from '#app/tools/tool_error'
import type { ToolContext } from '#app/tools/define_tool'
import { MAX_CITATIONS } from '../../lookup/look_up.js'
import { MAX_TEXT_LENGTH } from '../../lookup/lookup_request.js'
import {
  toCitedDecision,
  haveOneName,
  mostCited,
  getClusterNames,
  type LookupItem,
} from './decisions.js'
import type { Job, Verdict } from './job.js'

const BETWEEN = '; '

/** A rate limit that prevented the lookup. */
export interface Refusal {
  message: string
  /** When the limit allows the next request, if known. */
  waitUntil: Date | null
}

export interface Progress {
  /** Citations that were looked up. */
  verified: string[]
  refusal: Refusal | null
}

/**
 * Looks up the next citations of a job and adds the results to it.
 *
 * @throws ApiRefusal for errors other than exceeded rate limits
 */
export async function verifyNext(job: Job, { api }: ToolContext): Promise<Progress> {
  const batch = batchOf(job.pending)
  if (!batch.length) return { verified: [], refusal: null }
  let items: LookupItem[]
  try {
    items = await api.post<LookupItem[]>('citation-lookup/', { text: batch.join(BETWEEN) })
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== 429) throw error
    return { verified: [], refusal: { message: error.message, waitUntil: waitUntil(error) } }
  }
  const found = new Map(items.map((item) => [item.citation.toLowerCase(), item]))
  const verified: string[] = []
  for (const citation of batch) {
    const item = found.get(citation.toLowerCase())
    if (item?.status === 429) continue
    job.verdicts[citation] = verdictOf(item, api.caller.origin)
    verified.push(citation)
  }
  const done = new Set(verified)
  job.pending = job.pending.filter((citation) => !done.has(citation))
  return { verified, refusal: null }
}

function batchOf(pending: readonly string[]): string[] {
  let length = 0
  const end = pending
    .slice(0, MAX_CITATIONS)
    .findIndex((citation) => (length += citation.length + BETWEEN.length) > MAX_TEXT_LENGTH)
  return pending.slice(0, end < 0 ? MAX_CITATIONS : end)
}

function waitUntil({ body, retryAfter }: ApiRefusal): Date | null {
  const { wait_until: time } = (body ?? {}) as { wait_until?: string }
  if (time) return new Date(time)
  return retryAfter ? new Date(Date.now() + retryAfter * 1000) : null
}

function verdictOf(item: LookupItem | undefined, origin: string): Verdict {
  if (!item)
    return { status: 'UNRESOLVABLE', reason: 'The lookup does not recognize it as a citation.' }
  const { status, error_message: reason, clusters } = item
  if (status === 400) return { status: 'INVALID', reason }
  const [only, ...more] = clusters
  if (!only) return { status: 'NOT FOUND', reason }
  if (more.length && !haveOneName(clusters))
    return {
      status: 'AMBIGUOUS',
      candidates: clusters.map((cluster) => toCitedDecision(cluster, origin)),
    }
  const chosen = mostCited(clusters)
  return {
    status: 'FOUND',
    decision: toCitedDecision(chosen, origin),
    names: getClusterNames(chosen),
    others: clusters.filter((cluster) => cluster !== chosen).map(({ id }) => id),
  }
}
