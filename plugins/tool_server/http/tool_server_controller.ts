import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answerMessage } from '../protocol/answer_message.js'
import { ToolServices } from '../services.js'
import { allowOrigin } from './address.js'
import { identified } from './credential.js'
import { readMessage } from './read_message.js'
import { refuse, TRANSPORT_ERROR } from './refusals.js'
import { cacheControl } from '#app/support/caching'

const ALLOWED = 'POST, OPTIONS'

/**
 * The endpoint of the tool server. It checks requests in this order: origin,
 * size, credential, media types, JSON, JSON-RPC (tool server, protocol 3).
 */
@inject()
export default class ToolServerController {
  constructor(private services: ToolServices) {}

  async handle(ctx: HttpContext) {
    const { request, response } = ctx
    const isAllowed = allowOrigin(ctx)
    response.header('cache-control', cacheControl('tools'))
    if (request.method() === 'OPTIONS') return response.status(204).send(null)
    if (!isAllowed)
      return refuse(ctx, 403, {
        code: TRANSPORT_ERROR,
        message:
          'Forbidden: the tool server does not accept cross-origin requests from this origin.',
      })
    if (request.method() !== 'POST') return showPage(ctx)
    const message = await readMessage(ctx, () => identified(ctx))
    if (message) await answerMessage(ctx, message, this.services)
  }
}

/** Redirects browsers to the documentation; event streams are not supported. */
function showPage(ctx: HttpContext): unknown {
  const { request, response } = ctx
  const reads = request.method() === 'GET' || request.method() === 'HEAD'
  if (reads && request.header('accept', '')?.includes('text/html'))
    return response.redirect('/docs/tool-server/', false, 302)
  response.header('allow', ALLOWED)
  return refuse(ctx, 405, {
    code: TRANSPORT_ERROR,
    message: 'Method not allowed. The tool server accepts POST requests with JSON-RPC messages.',
  })
}
