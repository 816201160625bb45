/** The documents of a docket in one ZIP file. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inject } from '@adonisjs/core'
import string from '@adonisjs/core/helpers/string'
import type { HttpContext } from '@adonisjs/core/http'
import { ZipFile } from 'yazl'
import { answerHeaders } from '#api/answer_headers'
import { Gate } from '#api/gate'
import type { ShownRecord } from '#api/records'
import { NamedStatement } from '#app/database/named_statement'
import { Reader } from '#app/database/reader'
import { StoredFiles } from '#app/storage/stored_files'
import { ApiError } from '#app/support/api_error'
import { parsePageParam } from '#app/web/page_requests'
import { RecordPages } from '#app/web/record_pages'

/** Maximum number of documents in one file; a docket with more has several parts. */
const MAX_FILES = 500
const MAX_PARTS = 1_000
/** Maximum number of ZIP files that a process sends at a time. */
const MAX_SENDING = 4
/** Seconds after which to try again. */
const RETRY = 30

const HELD = `FROM docket_entries e JOIN archive_documents r ON r.docket_entry_id = e.id
  WHERE e.docket_id = $1 AND r.is_available AND r.is_sealed IS NOT TRUE AND r.filepath_local <> ''`

const COUNT = new NamedStatement(
  `SELECT count(*)::text, coalesce(sum(file_size), 0)::text
   FROM (SELECT r.file_size ${HELD} LIMIT ${MAX_FILES * MAX_PARTS}) AS held`
)
const LIST = new NamedStatement(
  `SELECT r.document_number, r.attachment_number::text, r.description, r.filepath_local ${HELD}
   ORDER BY e.recap_sequence_number, e.entry_number, r.document_type, r.document_number,
     r.attachment_number, r.id
   LIMIT ${MAX_FILES} OFFSET $2`
)

/** A link to a part of the documents. */
export interface FilesPart {
  path: string
  label: string
}

/** Links to the ZIP files of a docket: one for every 500 documents. */
export async function listFileParts(reader: Reader, docket: unknown): Promise<FilesPart[]> {
  const [row] = await reader.rows(COUNT, [String(docket)])
  const [files, bytes] = row!.map(Number) as [number, number]
  const parts = Math.ceil(files / MAX_FILES)
  const size = bytes
    ? `, ${string.bytes.format(bytes, { unitSeparator: ' ', decimalPlaces: 1 })}`
    : ''
  return Array.from({ length: parts }, (_, at) => {
    const last = Math.min((at + 1) * MAX_FILES, files)
    const range = `${(at * MAX_FILES + 1).toLocaleString('en-US')}–${last.toLocaleString('en-US')}`
    return {
      path: `/docket/${String(docket)}/files.zip${at ? `?page=${at + 1}` : ''}`,
      label:
        parts > 1
          ? `Documents ${range} (ZIP)`
          : `${files === 1 ? 'One document' : `All ${files} documents`} (ZIP${size})`,
    }
  })
}

/** Number of ZIP files that this process is sending. */
let sending = 0

@inject()
export default class DocketFiles {
  constructor(
    private gate: Gate,
    private pages: RecordPages,
    private reader: Reader,
    private files: StoredFiles
  ) {}

  /** Sends the documents that the archive has, without sealed ones. Counts as one request. */
  async show(ctx: HttpContext): Promise<void> {
    await this.gate.authorize(ctx, {})
    const id = String(ctx.params.id)
    const docket = /^\d{1,18}$/.test(id) ? await this.pages.records.find('dockets', id) : undefined
    if (!docket) throw ApiError.detail(404, "This docket isn't in the archive.")
    const part = parsePageParam(new URLSearchParams(ctx.request.parsedUrl.query ?? ''), MAX_PARTS)
    const rows = await this.reader.rows(LIST, [id, (part - 1) * MAX_FILES])
    if (!rows.length) throw ApiError.detail(404, 'The archive has no documents of this docket.')
    if (sending >= MAX_SENDING)
      throw ApiError.detail(503, 'Too many ZIP files are being sent. Try again in a moment.', {
        'retry-after': String(RETRY),
      })
    sending++
    try {
      await this.#send(ctx, nameOf(docket, part), rows.map(toEntry))
    } finally {
      sending--
    }
  }

  async #send(ctx: HttpContext, name: string, entries: ZipEntry[]): Promise<void> {
    const out = ctx.response.response
    out.writeHead(200, {
      ...answerHeaders(ctx, { 'cache-control': 'private, no-store' }),
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    })
    if (ctx.request.method() === 'HEAD') return void out.end()
    const zip = new ZipFile()
    const output = zip.outputStream as Readable
    zip.on('error', (error: Error) => output.destroy(error))
    const sent = pipeline(output, out)
    // The response has started, so a failure can only end it early.
    sent.catch(() => {})
    const used = new Set<string>()
    for (const entry of entries) {
      if (out.destroyed) break
      const source = await this.#open(entry.file).catch(() => undefined)
      if (!source) continue
      const ended = new Promise<void>((resolve) => source.stream.once('close', resolve))
      // PDF files are compressed.
      zip.addReadStream(source.stream, unique(entry.name, used), {
        compress: false,
        mtime: source.modified,
      })
      await Promise.race([ended, sent.catch(() => {})])
    }
    zip.end()
    await sent.catch(() => {})
  }

  /** @returns undefined for a file that is missing, or whose document has been sealed */
  async #open(path: string): Promise<{ stream: Readable; modified: Date } | undefined> {
    const file = await this.files.find(path)
    if (!file) return undefined
    const { source, modified } = file
    const stream =
      'root' in source ? createReadStream(join(source.root, path)) : await source.read()
    return { stream, modified }
  }
}

interface ZipEntry {
  name: string
  /** Path of the stored file. */
  file: string
}

function toEntry([number, attachment, description, file]: (string | null)[]): ZipEntry {
  const place = [number || '0', attachment].filter((part) => part !== null).join('-')
  const words = toFileName(String(description)).slice(0, 60)
  const extension = /\.[a-z\d]{1,5}$/i.exec(file!)?.[0].toLowerCase() ?? ''
  return { name: `${toFileName(place)}${words ? ` ${words}` : ''}${extension}`, file: file! }
}

function nameOf({ docket_number: number, id }: ShownRecord, part: number): string {
  const name = toFileName(String(number || `docket ${String(id)}`).replaceAll(':', '-'))
  return `${name}${part > 1 ? ` part ${part}` : ''}.zip`
}

/** Characters that all file systems and the header accept. */
const toFileName = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\w .,()-]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()

function unique(name: string, used: Set<string>): string {
  let free = name
  for (let n = 2; used.has(free.toLowerCase()); n++) free = name.replace(/(\.\w+)?$/, ` (${n})$1`)
  used.add(free.toLowerCase())
  return free
}
