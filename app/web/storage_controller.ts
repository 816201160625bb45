import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import send from 'send'
import { ApiError } from '#api/api_error'
import { StoredFiles } from '#app/storage/stored_files'
import { settings } from '#start/env'

/** Kinds that browsers show without running anything in our name; a sandbox would keep them from showing. */
const HARMLESS = /\.(?:pdf|mp3|ogg|wav|jpe?g|png|gif|webp|txt)$/i

let files: Promise<StoredFiles> | undefined

/** Stored files under `/storage/`: with ranges and conditional requests (RFC 9110, 13 and 14). */
export default class StorageController {
  async show({ request, response, params }: HttpContext) {
    files ??= makeStoredFiles()
    const path = (params['*'] as string[]).join('/')
    const root = await (await files).rootOf(path)
    if (!root) throw ApiError.detail(404, 'There is no such file.')

    const out = response.response
    // Files come from many hands; none of them may run as a page of ours.
    if (!HARMLESS.test(path))
      out.setHeader('content-security-policy', "default-src 'none'; sandbox")
    out.setHeader('x-content-type-options', 'nosniff')
    out.setHeader('access-control-allow-origin', '*')
    await new Promise<void>((resolve, reject) => {
      out.once('close', resolve)
      send(request.request, encodeURI(path), { root, dotfiles: 'deny', index: false, maxAge: '1h' })
        .once('error', reject)
        .pipe(out)
    }).catch((error: { status?: number }) => {
      throw ApiError.detail(
        error.status ?? 404,
        error.status === 416 ? 'The file does not have that range.' : 'There is no such file.'
      )
    })
  }
}

async function makeStoredFiles(): Promise<StoredFiles> {
  const { resources } = await app.container.make('curia.plugins')
  return new StoredFiles(resources, await app.container.make('curia.reader'), [
    `${settings.dataDir}/files`,
    app.makePath('database/sample/storage'),
  ])
}
