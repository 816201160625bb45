import string from '@adonisjs/core/helpers/string'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import { fileState } from '#app/storage/file_request'
import { sendStoredFile } from '#app/storage/send_file'
import { ApiError } from '#app/support/api_error'
import { setPageHeaders } from '#app/support/page_headers'
import { isNonCanonicalPath } from '#app/web/page_head'
import { RecordPages } from '#app/web/record_pages'
import { ArchiveExports } from '../export/archive_exports.js'
import { isFull, type ListedExport } from '../export/export_folders.js'
import { MANIFEST, type Manifest, type ManifestFile } from '../export/manifest.js'
import settings from '../settings.js'

/** Name of the newest full export in URLs. */
const LATEST = 'latest'
/** Exports on the page; older ones are available at their URLs. */
const SHOWN = 50

const TYPES: [ending: RegExp, type: string][] = [
  [/\.json$/, 'application/json; charset=utf-8'],
  [/\.csv$/, 'text/csv; charset=utf-8'],
  [/\.bz2$/, 'application/x-bzip2'],
  [/\.zst$/, 'application/zstd'],
  [/\.parquet$/, 'application/vnd.apache.parquet'],
]

/** Pages with the exports of this server, and their files. */
@inject()
export default class ExportsController {
  constructor(
    private exports: ArchiveExports,
    private gate: Gate,
    private pages: RecordPages
  ) {}

  async index(ctx: HttpContext) {
    requireDownloads()
    await this.pages.visitor(ctx)
    const listed = await this.exports.folders.list()
    const newest = listed.find(isFull)
    setPageHeaders(ctx.response)
    return ctx.view.render('bulk_data::exports', {
      exports: listed.slice(0, SHOWN).map(summary),
      newest: newest && (await this.#details(newest)),
    })
  }

  async show(ctx: HttpContext) {
    requireDownloads()
    await this.pages.visitor(ctx)
    const found = await this.#find(ctx)
    const path = exportPath(found.name)
    if (isNonCanonicalPath(ctx.request.url(), path)) return ctx.response.redirect(path, false, 302)
    setPageHeaders(ctx.response)
    ctx.response.header('x-robots-tag', 'noindex')
    return ctx.view.render('bulk_data::export', { shown: await this.#details(found) })
  }

  /** Sends a file, with range and conditional requests (RFC 9110, sections 13 and 14). */
  async download(ctx: HttpContext) {
    requireDownloads()
    await this.gate.admitReader(ctx)
    const found = await this.#find(ctx)
    const { file } = ctx.params as { file: string }
    const listed = found.manifest.files.find(({ name }) => name === file)
    if (!listed && file !== MANIFEST) throw missing()
    if (ctx.params.name === LATEST)
      return ctx.response.redirect(`${exportPath(found.name)}${file}`, false, 302)
    if (listed && (await this.exports.isWithdrawn(found.manifest, listed.stem))) throw withdrawn()
    const root = this.exports.folders.path(found.name)
    const state = await stat(join(root, file), { bigint: true }).catch(() => undefined)
    if (!state?.isFile()) throw missing()
    const out = ctx.response.response
    out.setHeader('content-type', TYPES.find(([ending]) => ending.test(file))![1])
    if (listed) out.setHeader('content-disposition', `attachment; filename="${file}"`)
    const refused = await sendStoredFile(ctx.request.request, out, {
      path: file,
      file: { state: fileState(state), modified: state.mtime, source: { root } },
      audience: this.gate.options.anonymousReads ? 'public' : 'private',
      representation: 'bulkFiles',
    })
    if (refused) throw ApiError.detail(refused.status, REFUSALS[refused.status], refused.headers)
  }

  async #find({ params }: HttpContext): Promise<ListedExport> {
    const { folders } = this.exports
    const { name } = params as { name: string }
    const found = name === LATEST ? (await folders.list()).find(isFull) : await folders.find(name)
    if (!found) throw missing()
    return found
  }

  async #details({ name, manifest }: ListedExport) {
    const files = await Promise.all(
      manifest.files.map(async (file) => ({
        ...file,
        path: `${exportPath(name)}${file.name}`,
        size: sizeText(file.bytes),
        textSize: sizeText(file.text_bytes),
        isWithdrawn: await this.exports.isWithdrawn(manifest, file.stem),
      }))
    )
    return { ...summary({ name, manifest }), files }
  }
}

function summary({ name, manifest }: ListedExport) {
  const { date, compression, files, since, file_format: format } = manifest
  return {
    name,
    date: `${date.slice(0, 16).replace('T', ' ')} UTC`,
    contents: since === undefined ? 'All records' : 'Changes',
    compression: format === 'parquet' ? 'Parquet' : LABELS[compression],
    path: exportPath(name),
    manifest: `${exportPath(name)}${MANIFEST}`,
    rows: sum(files, 'rows'),
    size: sizeText(sum(files, 'bytes')),
  }
}

const LABELS: Record<Manifest['compression'], string> = {
  bz2: 'bzip2',
  zstd: 'Zstandard',
  none: 'none',
}

const REFUSALS = {
  404: "This file doesn't exist.",
  412: "The file doesn't match the condition of the request.",
  416: "The file doesn't have this range.",
}

function requireDownloads(): void {
  if (!settings.downloads) throw missing()
}

const missing = () => ApiError.detail(404, "This export or file doesn't exist.")

const withdrawn = () =>
  ApiError.detail(
    410,
    'This file was withdrawn because documents have been sealed since the export. Use a newer export.'
  )

const exportPath = (name: string) => `/bulk-data/${name}/`

function sum(files: readonly ManifestFile[], key: 'rows' | 'bytes'): number {
  return files.reduce((total, file) => total + file[key], 0)
}

/** `12.3 MB` */
const sizeText = (bytes: number) =>
  string.bytes.format(bytes, { unitSeparator: ' ', decimalPlaces: 1 })
