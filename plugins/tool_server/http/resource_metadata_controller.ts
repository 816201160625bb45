import type { HttpContext } from '@adonisjs/core/http'
import { inject } from '@adonisjs/core'
import { BearerTokens } from '#app/accounts/bearer_tokens'
import { getToolServerUrl, getIssuerUrl, allowOrigin } from './address.js'
import { cacheControl } from '#app/support/caching'

/** OAuth 2.0 Protected Resource Metadata (RFC 9728). */
@inject()
export default class ResourceMetadataController {
  constructor(private bearer: BearerTokens) {}

  show(ctx: HttpContext) {
    const { request, response } = ctx
    allowOrigin(ctx)
    if (request.method() === 'OPTIONS') return response.status(204).send(null)
    const { scopes } = this.bearer
    const issuer = getIssuerUrl(ctx)
    response.header('cache-control', cacheControl('metadata'))
    return response.json({
      resource: getToolServerUrl(ctx),
      ...(issuer && scopes.length
        ? { authorization_servers: [issuer], scopes_supported: scopes }
        : {}),
      bearer_methods_supported: ['header'],
      resource_name: 'Curia tool server',
    })
  }
}
