import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { defineConfig } from '@adonisjs/core/bodyparser'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { ApiError } from '#app/support/api_error'

/** Longest name that is repeated to who sent it. */
const MAX_NAME_LENGTH = 100

/**
 * Reads bodies of writes. Of multipart ones it takes the fields only: a file
 * ends the request before a byte of it is written anywhere.
 */
export class BodyParser extends BodyParserMiddleware {
  constructor(config: ReturnType<typeof defineConfig>) {
    super({ ...config, multipart: { ...config.multipart, autoProcess: false } })
  }

  /** @throws ApiError 415 for a file */
  override async handle(ctx: HttpContext, next: NextFn) {
    await super.handle(ctx, async () => {})
    const { multipart } = ctx.request
    // Stays "idle" for other bodies, which have no such thing.
    if (multipart?.state === 'idle') {
      multipart.onFile('*', {}, async (part) => {
        part.on('error', () => {})
        part.resume()
        multipart.abort(noFiles(part.name))
      })
      await multipart.process()
    }
    return next()
  }
}

function noFiles(name: string): ApiError {
  return ApiError.detail(
    415,
    `This endpoint takes no files, and "${name.slice(0, MAX_NAME_LENGTH)}" is one. Send fields only.`
  )
}
