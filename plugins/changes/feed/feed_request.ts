/** The parameters of a request for changes. */
import type { ApiRequest } from '#api/api_request'
import type { EndpointParameter } from '#api/define_endpoint'
import { API_ERRORS } from '#api/errors'
import type { RecordChanges, RecordSource } from '#api/record_changes'
import type { Resource } from '#api/resource'
import { requireAccount, requireRight } from '#api/rights'
import { hasRight } from '#app/accounts/rights'
import type { Cursor } from '#app/events/change_log'
import { didYouMean } from '#app/support/did_you_mean'
import { DomainError, InvalidValues, MAX_PROBLEMS } from '#app/support/domain_error'
import { decodeCursor } from './cursors.js'

/** Maximum changes per response. */
export const MAX_CHANGES = 1_000
/** Maximum seconds of a long poll. */
const MAX_WAIT = 60
/** The value of `since` for all retained changes. */
export const OLDEST = 'oldest'

/** Parameters of the feed and of its stream. */
export const FEED_PARAMETERS: EndpointParameter[] = [
  {
    name: 'resource',
    description: 'Comma-separated names of resources; all by default.',
    schema: { type: 'string', examples: ['dockets,docket-entries'] },
  },
  {
    name: 'include',
    description:
      '`record` adds the current record to each change, and `sample` or `sample_kind` also adds that key to the record.',
    schema: { type: 'string', examples: ['record', 'record,sample'] },
  },
]

/** Parameters of the feed. */
export const PAGE_PARAMETERS: EndpointParameter[] = [
  {
    name: 'since',
    description: `The \`cursor\` of a response or of a change; \`${OLDEST}\` for all changes that are still available. Without it, the response has the current cursor and no changes.`,
  },
  ...FEED_PARAMETERS,
  {
    name: 'wait',
    description: 'Seconds to wait for the first change.',
    schema: { type: 'integer', minimum: 0, maximum: MAX_WAIT, default: 0 },
  },
  {
    name: 'limit',
    description: 'Maximum number of changes.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_CHANGES, default: MAX_CHANGES },
  },
]

/** Values of `include`. */
const INCLUDED = ['record', 'sample', 'sample_kind']
const NAMES = PAGE_PARAMETERS.map(({ name }) => name)

export interface FeedRequest {
  /** `now`: the current position, without changes; null: from the oldest change. */
  after: Cursor | 'now' | null
  sources: RecordSource[]
  limit: number
  /** Milliseconds to wait for changes. */
  wait: number
  /** Keys that records have in addition; null without records. */
  included: string[] | null
}

/**
 * @param lastEventId position of a resumed stream, which takes precedence
 * @throws DomainError 400, or 401 for resources that require an account
 */
export function readFeedRequest(
  request: ApiRequest,
  changes: RecordChanges,
  lastEventId?: string
): FeedRequest {
  const { parameters } = request
  const { filters } = parameters
  const unknown = [...filters.keys()].filter((name) => !NAMES.includes(name))
  if (unknown.length) throw unknownParameters(unknown)
  const asked = parameters.asked('include')
  const wrong = asked.find((name) => !INCLUDED.includes(name))
  if (wrong !== undefined)
    throw new InvalidValues({
      include: [`"${shorten(wrong)}" can't be included. Choose from: ${INCLUDED.join(', ')}.`],
    })
  const since = lastEventId || filters.get('since')?.at(-1)
  return {
    after: !since ? 'now' : since === OLDEST ? null : decodeCursor(since),
    sources: readSources(request, changes),
    limit: readNumber(filters, 'limit', { low: 1, high: MAX_CHANGES }) ?? MAX_CHANGES,
    wait: (readNumber(filters, 'wait', { low: 0, high: MAX_WAIT }) ?? 0) * 1_000,
    included: asked.length ? asked.filter((name) => name !== 'record') : null,
  }
}

function readSources(request: ApiRequest, changes: RecordChanges): RecordSource[] {
  const sources = changes.sources(request.catalog.resources)
  const values = request.parameters.filters.get('resource') ?? []
  const names = values.flatMap((value) => value.split(',')).filter(Boolean)
  const { user } = request.ctx.auth
  if (!names.length)
    return sources.filter(({ resource }) => {
      const right = neededRight(resource)
      return right ? user && hasRight(user.rights, right) : user || !resource.access.account
    })
  const known = [...new Set(sources.map(({ resource }) => resource.path))]
  const unknown = [...new Set(names)].filter((name) => !known.includes(name))
  if (unknown.length)
    throw new InvalidValues({
      resource: unknown.slice(0, MAX_PROBLEMS).map((name) => {
        const near = didYouMean(name, known)
        return `The feed has no resource "${shorten(name)}".${near ? ` Did you mean "${near}"?` : ''}`
      }),
    })
  const wanted = sources.filter(({ resource }) => names.includes(resource.path))
  for (const { resource } of wanted) {
    const right = neededRight(resource)
    if (resource.access.account) requireAccount(request.ctx)
    if (right) requireRight(request.ctx, right)
  }
  return wanted
}

function neededRight({ access: { right, rightOf } }: Resource): string | undefined {
  return rightOf?.GET ?? right
}

function readNumber(
  filters: ReadonlyMap<string, string[]>,
  name: string,
  { low, high }: { low: number; high: number }
): number | undefined {
  const text = filters.get(name)?.at(-1)
  if (!text) return undefined
  const number = Number(text)
  if (/^\d{1,9}$/.test(text) && number >= low && number <= high) return number
  throw new InvalidValues({ [name]: [`Enter a whole number from ${low} to ${high}.`] })
}

function unknownParameters(names: string[]): DomainError {
  const shown = names.slice(0, MAX_PROBLEMS)
  const suggestions = shown.flatMap((name) => {
    const near = didYouMean(name, NAMES)
    return near ? [[name, near]] : []
  })
  return new DomainError(API_ERRORS.unknown_filter, {
    detail: `These parameters are not supported here. Choose from: ${NAMES.join(', ')}.`,
    unknown_params: shown,
    ...(suggestions.length ? { did_you_mean: Object.fromEntries(suggestions) } : {}),
  })
}

/** Long names don't fit in a message. */
function shorten(name: string): string {
  return name.slice(0, 60)
}
