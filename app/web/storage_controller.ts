import { stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { Disk } from '@adonisjs/drive'
import { FSDriver } from '@adonisjs/drive/drivers/fs'
import send from 'send'
import { ApiError } from '#app/support/api_error'
import { STORAGE_ERRORS } from '#app/storage/errors'
import { fileState, readFileHeaders } from '#app/storage/file_request'
import { StoredFiles } from '#app/storage/stored_files'
import { Gate } from '#api/gate'
import { ResourceRegistry } from '#api/registry'
import { Reader } from '#app/database/reader'

/** Kinds that browsers show without running anything in our name; a sandbox would keep them from showing. */
const HARMLESS = /\.(?:pdf|mp3|ogg|wav|jpe?g|png|gif|webp|txt)$/i

let files: Promise<StoredFiles> | undefined

/** Stored files under `/storage/`: with ranges and conditional requests (RFC 9110, 13 and 14). */
export default class StorageController {
  async show(ctx: HttpContext) {
    const gate = await app.container.make(Gate)
    await gate.admitReader(ctx)
    const { request, response, params } = ctx
    files ??= makeStoredFiles()
    const path = (params['*'] as string[]).join('/')
    const disk = await (await files).diskOf(path)
    const root = disk && folderOf(disk)
    const found = root && (await stat(join(root, path), { bigint: true }).catch(() => undefined))
    if (!found) throw refusal(404)

    const file = fileState(found)
    const headers = readFileHeaders(request.method(), request.headers(), file)
    if (!headers) throw refusal(412)

    const out = response.response
    // Files come from many hands; none may run scripts as a page of this server.
    if (!HARMLESS.test(path))
      out.setHeader('content-security-policy', "default-src 'none'; sandbox")
    out.setHeader('x-content-type-options', 'nosniff')
    out.setHeader('access-control-allow-origin', '*')
    const audience = gate.options.anonymousReads ? 'public' : 'private'
    out.setHeader('cache-control', `${audience}, max-age=3600`)
    out.setHeader('etag', file.etag)
    out.setHeader('last-modified', file.lastModified)
    const asked = Object.create(request.request, { headers: { value: headers } })
    await new Promise<void>((resolve, reject) => {
      out.once('close', resolve)
      send(asked, encodeURI(path), { root, dotfiles: 'deny', index: false, cacheControl: false })
        .once('error', reject)
        .pipe(out)
    }).catch((error: SendError) => answerFailure(out, error))
  }
}

/** Ranges and conditions are read by `send`, which sends files of a folder. */
function folderOf({ driver }: Disk): string {
  if (!(driver instanceof FSDriver)) throw new Error('Only disks that are folders can be served')
  const { location } = driver.options
  return typeof location === 'string' ? location : fileURLToPath(location)
}

interface SendError {
  status?: number
  headers?: Record<string, string>
}

function answerFailure(out: ServerResponse, { status, headers }: SendError): void {
  if (out.headersSent) {
    out.destroy()
    return
  }
  // They are about the file, which is not sent.
  for (const name of out.getHeaderNames()) out.removeHeader(name)
  throw refusal(status === 412 || status === 416 ? status : 404, headers)
}

const REFUSALS = {
  404: STORAGE_ERRORS.file_not_found,
  412: STORAGE_ERRORS.file_changed,
  416: STORAGE_ERRORS.invalid_range,
}

function refusal(status: keyof typeof REFUSALS, headers?: Record<string, string>): ApiError {
  return ApiError.detail(REFUSALS[status], REFUSALS[status].message, headers)
}

async function makeStoredFiles(): Promise<StoredFiles> {
  const resources = await app.container.make(ResourceRegistry)
  const drive = await app.container.make('drive.manager')
  const disks = [drive.use('fs'), drive.use('sample')]
  return new StoredFiles(resources, await app.container.make(Reader), disks)
}
