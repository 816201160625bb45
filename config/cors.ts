import type { HttpContext } from '@adonisjs/core/http'
import { defineConfig } from '@adonisjs/cors'

/**
 * The API may be read from any origin, never with credentials. A plain
 * OPTIONS asks for metadata; only a preflight is answered by CORS.
 */
export default defineConfig({
  enabled: ({ request }: HttpContext) =>
    request.url().startsWith('/api/') &&
    (request.method() !== 'OPTIONS' || !!request.header('access-control-request-method')),
  origin: '*',
  methods: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'],
  headers: true,
  exposeHeaders: ['link', 'etag', 'allow', 'location', 'retry-after', 'warning', 'x-request-id'],
  credentials: false,
  maxAge: 86400,
})
