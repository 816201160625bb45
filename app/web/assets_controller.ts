import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#api/api_error'
import { requestedAsset } from './assets.js'

/** Under a name with the hash of the content, for as long as HTTP knows. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** Serves the style sheet and scripts of the pages. */
export default class AssetsController {
  async show({ params, response }: HttpContext) {
    const found = requestedAsset(params.file)
    if (!found) throw ApiError.detail(404, 'There is no such file.')
    const { asset, isCurrent } = found
    response
      .header('content-type', asset.type)
      // Pages of an older version may ask a newer server.
      .header('cache-control', isCurrent ? FOR_GOOD : 'public, no-cache')
      .header('etag', `"${asset.hash}"`)
    if (response.fresh()) return response.status(304).send(null)
    return response.send(asset.body)
  }
}
