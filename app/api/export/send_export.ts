/**
 * Sends an export. It costs as many requests as the pages it replaces, which are charged
 * together before the first byte. Rows are read as fast as the client receives them.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerResponse } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import { selectContentCoding, compressor } from '#app/support/content_coding'
import { logFailure } from '#app/database/database_unavailable'
import { answerHeaders } from '../answer_headers.js'
import type { ApiRequest } from '../api_request.js'
import type { Access, Gate } from '../gate.js'
import { parseExactly, finishJson } from '../renderers/exact_json.js'
import { CsvWriter, type ExportColumn } from './csv.js'
import { EXPORT_TYPES, type ExportFormat } from './format.js'

/** Milliseconds after which a stalled connection is closed. */
const STALLED = 60_000

export interface Export {
  /** File name without the extension. */
  name: string
  columns: readonly ExportColumn[]
  /** Total number of rows. */
  total: number
  /** Maximum number of rows to send. */
  rows: number
  /** Rows per page of the same list. */
  pageSize: number
  /** JSON text of the rows, in batches. */
  batches: AsyncIterable<readonly string[]>
  allow: string
  headers?: Record<string, string>
}

/**
 * @param access access rules of the exported endpoint; the request is already charged
 * @throws ApiError 429 when the cost exceeds the caller's limits
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
  // Database errors can still be reported as error responses here.
  const first = method === 'HEAD' ? undefined : await runInExportQueue(() => batches.next())
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
  const coding = selectContentCoding(ctx, Infinity, headers['cache-control'])
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
    for (let next = first; !next.done; next = await runInExportQueue(() => batches.next()))
      yield next.value
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

/** Line breaks between tokens; within strings they are escaped. */
const LINE_BREAKS = /[\r\n]+/g

/** Closes the connection early, so that the client doesn't mistake the sent part for the whole. */
function giveUp({ logger, request }: HttpContext, out: ServerResponse, error: unknown): void {
  out.destroy()
  if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return
  logFailure(logger, error, 'an export ended early', { path: request.url() })
}

/**
 * Number of export queries that run concurrently in a process, so that exports never use up
 * the database connections.
 */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** Runs the work when a slot is free. */
export async function runInExportQueue<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    // Passes the slot on, or frees it.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
