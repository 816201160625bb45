import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { selectContentCoding, compressed, varyByCoding } from '#app/support/content_coding'

/** Compresses pages and texts sent by the framework; the API compresses its own responses. */
export default class CompressionMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    await next()
    const { response } = ctx
    const body: unknown = response.getBody()
    if (typeof body !== 'string' || response.getHeader('content-encoding')) return
    const vary = response.getHeader('vary')
    if (!/accept-encoding/i.test(String(vary)))
      response.header('vary', varyByCoding(...(vary ? [String(vary)] : [])))
    const coding = selectContentCoding(
      ctx,
      Buffer.byteLength(body),
      response.getHeader('cache-control')
    )
    if (!coding) return
    // The framework would derive the type from the body, which is compressed now.
    const isPage = body.trimStart().startsWith('<')
    response.safeHeader('content-type', `text/${isPage ? 'html' : 'plain'}; charset=utf-8`)
    response.header('content-encoding', coding).send(await compressed(body, coding))
  }
}
