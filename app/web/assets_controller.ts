import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#api/api_error'

const require = createRequire(import.meta.url)

/** The files pages may load, and where they are; nothing else is served. */
const ASSETS: Record<string, { type: string; path: () => string }> = {
  'curia.css': {
    type: 'text/css; charset=utf-8',
    path: () => app.makePath('resources/css/curia.css'),
  },
  ...scripts('copy.js', 'refresh.js', 'count_view.js'),
  'openapi-explorer.js': {
    type: 'text/javascript; charset=utf-8',
    path: () => require.resolve('openapi-explorer/dist/browser/openapi-explorer.min.js'),
  },
}

function scripts(...names: string[]): typeof ASSETS {
  const type = 'text/javascript; charset=utf-8'
  return Object.fromEntries(
    names.map((name) => [name, { type, path: () => app.makePath('resources/js', name) }])
  )
}

/** Serves the style sheet and scripts of the pages. */
export default class AssetsController {
  async show({ params, response }: HttpContext) {
    const asset = Object.hasOwn(ASSETS, params.file) ? ASSETS[params.file] : undefined
    if (!asset) throw ApiError.detail(404, 'There is no such file.')
    response.header('content-type', asset.type).header('cache-control', 'public, max-age=3600')
    return response.stream(createReadStream(asset.path()))
  }
}
