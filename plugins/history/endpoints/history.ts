import type { ApiRequest } from '#api/api_request'
import { API_ERRORS, notFound } from '#api/errors'
import { readDatetime } from '#api/filters/values'
import { missingRecord } from '#api/missing_record'
import { cursorText, readCursorText } from '#api/pagination/cursor'
import { CONTROLS } from '#api/parameters'
import { defineRecordEndpoint } from '#api/record_endpoint'
import { RecordChanges } from '#api/record_changes'
import type { Resource } from '#api/resource'
import { buildWarningHeader, formatIgnoredWarning } from '#api/respond'
import { requireAccount, requireRight } from '#api/rights'
import { ACTION_RIGHTS } from '#app/accounts/authority'
import { hasRight } from '#app/accounts/rights'
import { CHANGE_SOURCES } from '#app/database/change_source'
import { ApiError } from '#app/support/api_error'
import { cacheControl } from '#app/support/caching'
import { DomainError, InvalidValues, MAX_PROBLEMS, NotSupported } from '#app/support/domain_error'
import type { ApplicationService } from '@adonisjs/core/types'
import { HistoryReader } from '../records/history_reader.js'
import type { CurrentRow, History, Version } from '../records/versions.js'
import settings from '../settings.js'
import { isTracked, normalizeKey } from '../storage/tracked_tables.js'

const STAFF = ACTION_RIGHTS['record.edit']
const PAGE_SIZE = { fallback: 20, most: 100 }
const SUPPORTED = ['format', 'cursor', 'page_size']

const date = { type: 'string', format: 'date-time' }
const values = { type: ['object', 'null'] }

/** `GET /<resource>/<id>/history/`. */
export default defineRecordEndpoint({
  name: 'history',
  label: 'History',
  description:
    'Earlier versions of a record, newest first: what changed, when, and by what. For staff, for the owner of a record, and for everyone if the server allows it.',
  serves: isTracked,
  GET: async (request, { resource, key: given }, app) => {
    const isStaff = requireReader(request, resource)
    const parameters = readParameters(request)
    if (!settings.days)
      throw new NotSupported("This server doesn't store earlier versions of records.")
    const key = normalizeKey(resource, given)
    if (key === undefined) throw notFound(resource)
    const reader = await app.container.make(HistoryReader)
    const current = await findCurrent(request, { resource, key, isStaff, reader }, app)
    const options = { base: request.base, ...parameters, includesDeleted: isStaff }
    const history = await reader.read(resource, key, current, options)
    const body = writeHistory(request, history, parameters.at)
    const ignored = CONTROLS.filter(
      (name) => !SUPPORTED.includes(name) && request.parameters.get(name) !== undefined
    )
    return {
      body,
      headers: {
        'cache-control': cacheControl('own'),
        ...buildWarningHeader(formatIgnoredWarning(ignored, 'parameters')),
      },
    }
  },
  parameters: [
    {
      name: 'at',
      description:
        'ISO datetime. Adds the record as of this time, without nested records, and leaves out later versions.',
      schema: date,
    },
    { name: 'cursor', description: 'Position in the list. Follow `next`.' },
    {
      name: 'page_size',
      description: `Versions per page. Default: ${PAGE_SIZE.fallback}.`,
      schema: { type: 'integer', minimum: 1, maximum: PAGE_SIZE.most },
    },
  ],
  errorStatuses: [410, 501],
  answer: {
    type: 'object',
    required: ['next', 'since', 'complete', 'results'],
    properties: {
      next: { type: ['string', 'null'], format: 'uri' },
      since: { ...date, description: 'Versions are stored since then.' },
      complete: {
        type: 'boolean',
        description: 'Whether no later change was left out, such as that of a bulk import.',
      },
      at: { ...date, description: 'The requested time.' },
      record: { ...values, description: 'The record at that time; null if it did not exist.' },
      results: {
        type: 'array',
        items: {
          type: 'object',
          required: [
            'id',
            'date',
            'change',
            'source',
            'origin',
            'account',
            'changed',
            'before',
            'after',
          ],
          properties: {
            id: { type: 'integer' },
            date,
            change: { type: 'string', enum: ['updated', 'deleted'] },
            source: { type: 'string', enum: [...CHANGE_SOURCES, 'server'] },
            origin: {
              type: ['string', 'null'],
              description: 'Component that derived the change from other records.',
            },
            account: {
              type: ['integer', 'null'],
              description: "ID of the account, for staff and for the caller's changes.",
            },
            changed: { type: 'array', items: { type: 'string' } },
            before: { ...values, description: 'Values before the change.' },
            after: { ...values, description: 'Values after the change.' },
          },
        },
      },
    },
  },
})

/**
 * @returns whether the caller is staff
 * @throws ApiError 401, 403
 */
function requireReader({ ctx }: ApiRequest, { ownership }: Resource): boolean {
  const { user } = ctx.auth
  if (ownership) requireAccount(ctx)
  else if (!settings.isPublic) requireRight(ctx, STAFF)
  return !!user && hasRight(user.rights, STAFF)
}

interface Parameters {
  limit: number
  after?: string
  at?: string
}

/** @throws DomainError 400, ApiError 404 for an invalid cursor */
function readParameters({ parameters }: ApiRequest): Parameters {
  const { filters } = parameters
  const unknown = [...filters.keys()].filter((name) => name !== 'at')
  if (unknown.length)
    throw new DomainError(API_ERRORS.unknown_filter, {
      detail: 'These parameters are not supported here. Choose from: at, cursor, page_size.',
      unknown_params: unknown.slice(0, MAX_PROBLEMS),
    })
  const size = parameters.get('page_size') || String(PAGE_SIZE.fallback)
  const limit = /^\d{1,3}$/.test(size) ? Number(size) : 0
  if (limit < 1 || limit > PAGE_SIZE.most)
    throw new InvalidValues({ page_size: [`Enter a whole number from 1 to ${PAGE_SIZE.most}.`] })
  return {
    limit,
    after: readCursor(parameters.get('cursor')),
    at: readTime(filters.get('at')?.at(-1)),
  }
}

function readCursor(text: string | undefined): string | undefined {
  if (!text) return undefined
  const position = /^[\w-]{1,60}$/.test(text) ? readCursorText(text) : undefined
  if (!Array.isArray(position) || !/^\d{1,18}$/.test(String(position[0])))
    throw ApiError.detail(API_ERRORS.invalid_cursor, 'Invalid cursor')
  return String(position[0])
}

function readTime(text: string | undefined): string | undefined {
  if (!text) return undefined
  try {
    return readDatetime(text)
  } catch {
    throw new InvalidValues({ at: ['Enter a valid date/time.'] })
  }
}

/**
 * The current row; undefined for a deleted record, which only staff can read.
 *
 * @throws ApiError as for the record, and 403 for a shared record of another account
 */
async function findCurrent(
  request: ApiRequest,
  {
    resource,
    key,
    isStaff,
    reader,
  }: { resource: Resource; key: string; isStaff: boolean; reader: HistoryReader },
  app: ApplicationService
): Promise<CurrentRow | undefined> {
  const current = await reader.current(resource, key, request.viewer)
  if (current) {
    if (!current.isOwn)
      throw ApiError.detail(403, 'You do not have permission to perform this action.')
    // Its values may have been hidden for a reason that older values reveal.
    return current.isBlocked && !isStaff ? { ...current, isSealed: true } : current
  }
  const buildRecordUrl = (other: string) =>
    `${request.base}${resource.path}/${encodeURIComponent(other)}/history/`
  await resource.missing?.({ key, reader: reader.reader, buildRecordUrl })
  const error = await missingRecord(resource, key, {
    reader: reader.reader,
    changes: await app.container.make(RecordChanges),
    viewer: request.viewer,
    buildRecordUrl,
  })
  const isGone = error.status === 404 && isStaff && !resource.ownership
  if (isGone && (await reader.isDeleted(resource, key))) return undefined
  throw error
}

function writeHistory(request: ApiRequest, history: History, at: string | undefined) {
  const { versions, next, since, isComplete, record } = history
  const { user } = request.ctx.auth
  const isStaff = !!user && hasRight(user.rights, STAFF)
  return {
    next:
      next === undefined
        ? null
        : request.path + request.parameters.with({ cursor: cursorText([next]) }),
    since,
    complete: isComplete,
    ...(at === undefined ? {} : { at: new Date(at).toISOString(), record }),
    results: versions.map(({ id, kind, account, ...version }: Version) => ({
      id: Number(id),
      date: version.date,
      change: kind,
      source: version.source,
      origin: version.origin,
      account: account && (isStaff || account.id === user?.id) ? account.id : null,
      changed: version.changed,
      before: version.before,
      after: version.after,
    })),
  }
}
