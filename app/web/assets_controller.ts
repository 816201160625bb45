import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { builtAsset, requestedAsset, type Asset } from './assets.js'
import {
  selectContentCoding,
  compressed,
  varyByCoding,
  type Coding,
} from '#app/support/content_coding'
import { cacheControl } from '#app/support/caching'

/** Serves the style sheet and scripts of the pages. */
export default class AssetsController {
  async show(ctx: HttpContext) {
    const { params, response } = ctx
    const found = requestedAsset(params.file)
    if (!found) throw ApiError.detail(404, "This file doesn't exist.")
    const { asset, isCurrent } = found
    const coding = asset.isCompressible
      ? selectContentCoding(ctx, asset.body.length, undefined)
      : undefined
    response
      .header('content-type', asset.type)
      // Browsers may still have pages of an older version open.
      .header('cache-control', cacheControl(isCurrent ? 'assets' : 'oldAssets'))
      // A strong ETag must differ between content codings (RFC 9110, 8.8.3.3).
      .header('etag', `"${asset.hash}${coding ? `-${coding}` : ''}"`)
    const vary = varyByCoding()
    if (vary) response.header('vary', vary)
    if (response.fresh()) return response.status(304).send(null)
    if (!coding) return response.send(asset.body)
    return response.header('content-encoding', coding).send(await packed(asset, coding))
  }
}

/** Root of the build or the source tree. */
const ROOT = new URL('../../', import.meta.url)

/**
 * Returns the asset as compressed by the build. In a source tree, assets are compressed on
 * request.
 */
async function packed(asset: Asset, coding: Coding): Promise<Buffer> {
  return readFile(builtAsset(asset, coding, ROOT)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return compressed(asset.body, coding)
  })
}
