/**
 * Sends an export. It costs as many requests as the pages it replaces, which
 * are charged together before the first byte; rows are read as the client
 * takes them.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerResponse } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { codingOf, compressor } from '#app/support/content_coding'
import { logFailure } from '#app/database/database_away'
import { answerHeaders } from '../answer_headers.js'
import type { ApiRequest } from '../api_request.js'
import type { Access, Gate } from '../gate.js'
import { parseExactly, finishJson } from '../renderers/exact_json.js'
import { CsvWriter, type ExportColumn } from './csv.js'
import { EXPORT_TYPES, type ExportFormat } from './format.js'

/** Milliseconds after which a client that takes nothing is given up. */
const STALLED = 60_000

export interface Export {
  /** Of the file, without its ending. */
  name: string
  columns: readonly ExportColumn[]
  /** Rows there are. */
  total: number
  /** Rows that are sent at most. */
  rows: number
  /** Rows of a page of the same list. */
  pageSize: number
  /** JSON of the rows, some at a time. */
  batches: AsyncIterable<readonly string[]>
  allow: string
  headers?: Record<string, string>
}

/**
 * @param access of what is exported; its request is charged already
 * @throws ApiError 429 when the limits of the caller do not hold the cost
 */
export async function sendExport(
  request: ApiRequest,
  exported: Export,
  { gate, access }: { gate: Gate; access: Access }
): Promise<void> {
  const { ctx, method } = request
  const format = request.exported!.format
  const rows = Math.min(exported.total, exported.rows)
  const pages = Math.max(1, Math.ceil(rows / exported.pageSize))
  const batches = exported.batches[Symbol.asyncIterator]()
  // Errors of the database are still errors of the request here.
  const first = method === 'HEAD' ? undefined : await inTurn(() => batches.next())
  if (method !== 'HEAD') await gate.chargePages(ctx, access, pages, exported.pageSize)

  const headers: Record<string, string> = {
    'content-type': EXPORT_TYPES[format],
    'content-disposition': `attachment; filename="${exported.name.replace(/[^\w.-]/g, '-')}.${format}"`,
    'allow': exported.allow,
    'x-content-type-options': 'nosniff',
    ...answerHeaders(ctx, {
      ...exported.headers,
      'curia-export-rows': String(rows),
      'curia-export-cost': String(pages),
      ...(exported.total > rows ? { 'curia-export-cut': String(rows) } : {}),
    }),
  }
  const out = ctx.response.response
  if (!first) {
    out.writeHead(200, headers).end()
    return
  }
  const coding = codingOf(ctx, Infinity, headers['cache-control'])
  out.writeHead(200, { ...headers, ...(coding ? { 'content-encoding': coding } : {}) })
  out.setTimeout(STALLED, () => out.destroy())
  const lines = Readable.from(texts(format, exported.columns, following(first, batches)))
  try {
    await (coding ? pipeline(lines, compressor(coding), out) : pipeline(lines, out))
  } catch (error) {
    giveUp(ctx, out, error)
  }
}

async function* following(
  first: IteratorResult<readonly string[]>,
  batches: AsyncIterator<readonly string[]>
): AsyncIterable<readonly string[]> {
  try {
    for (let next = first; !next.done; next = await inTurn(() => batches.next())) yield next.value
  } finally {
    await batches.return?.()
  }
}

async function* texts(
  format: ExportFormat,
  columns: readonly ExportColumn[],
  batches: AsyncIterable<readonly string[]>
): AsyncIterable<string> {
  const csv = new CsvWriter(columns)
  if (format === 'csv') yield csv.header()
  for await (const batch of batches) {
    if (!batch.length) continue
    yield batch
      .map((json) =>
        format === 'csv'
          ? csv.line(parseExactly(json) as Record<string, unknown>)
          : `${finishJson(json, 0).replace(LINE_BREAKS, ' ')}\n`
      )
      .join('')
  }
}

/** Between tokens: in strings they are escaped. */
const LINE_BREAKS = /[\r\n]+/g

/** What is sent cannot be taken back: the connection ends early, so that the client does not take the part for the whole. */
function giveUp({ logger, request }: HttpContext, out: ServerResponse, error: unknown): void {
  out.destroy()
  if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return
  logFailure(logger, error, 'an export ended early', { path: request.url() })
}

/**
 * Turns of what exports read: a few at a time in a process, so that exports
 * never hold the connections other requests wait for.
 */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** Runs the work when it is its turn. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    // The turn goes to the next one, or is free.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
