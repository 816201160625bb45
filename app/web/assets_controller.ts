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
    if (!found) throw ApiError.detail(404, 'There is no such file.')
    const { asset, isCurrent } = found
    const coding = selectContentCoding(ctx, asset.body.length, undefined)
    response
      .header('content-type', asset.type)
      // Pages of an older version may be open in a browser.
      .header('cache-control', cacheControl(isCurrent ? 'assets' : 'oldAssets'))
      // Strong, so each coding needs its own (RFC 9110, 8.8.3.3).
      .header('etag', `"${asset.hash}${coding ? `-${coding}` : ''}"`)
    const vary = varyByCoding()
    if (vary) response.header('vary', vary)
    if (response.fresh()) return response.status(304).send(null)
    if (!coding) return response.send(asset.body)
    return response.header('content-encoding', coding).send(await packed(asset, coding))
  }
}

/** Root of a build, or of the source tree. */
const ROOT = new URL('../../', import.meta.url)

/**
 * Reads the asset that the build has compressed; assets of a source tree are compressed on
 * request.
 */
async function packed(asset: Asset, coding: Coding): Promise<Buffer> {
  return readFile(builtAsset(asset, coding, ROOT)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return compressed(asset.body, coding)
  })
}
