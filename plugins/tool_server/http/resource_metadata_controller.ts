import type { HttpContext } from '@adonisjs/core/http'
import { inject } from '@adonisjs/core'
import { BearerTokens } from '#app/accounts/bearer_tokens'
import { origin } from '#api/origin'
import { addressOf } from './address.js'
import { allowOrigin } from './cors.js'

const HOUR = 3600

/** OAuth 2.0 Protected Resource Metadata (RFC 9728). */
@inject()
export default class ResourceMetadataController {
  constructor(private bearer: BearerTokens) {}

  show(ctx: HttpContext) {
    const { request, response } = ctx
    allowOrigin(ctx)
    if (request.method() === 'OPTIONS') return response.status(204).send(null)
    const { scopes } = this.bearer
    response.header('cache-control', `public, max-age=${HOUR}`)
    return response.json({
      resource: addressOf(ctx),
      ...(scopes.length ? { authorization_servers: [origin(ctx)], scopes_supported: scopes } : {}),
      bearer_methods_supported: ['header'],
      resource_name: 'Curia tool server',
    })
  }
}
