import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { defineConfig } from '@adonisjs/core/bodyparser'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Readable } from 'node:stream'
import { ApiError } from '#app/support/api_error'

/** Longest name that is repeated to who sent it. */
const MAX_NAME_LENGTH = 100

/** The field that takes a file, and what takes it. */
export interface FileTaker {
  name: string
  take: (part: Readable) => Promise<void>
}

/**
 * Reads bodies of writes. Of multipart ones it takes the fields and the file
 * that is asked for: any other ends the request before a byte of it is written
 * anywhere.
 */
export class BodyParser extends BodyParserMiddleware {
  constructor(config: ReturnType<typeof defineConfig>) {
    super({ ...config, multipart: { ...config.multipart, autoProcess: false } })
  }

  /** @throws ApiError 415 for a file that is not asked for */
  override async handle(ctx: HttpContext, next: NextFn, file?: FileTaker) {
    await super.handle(ctx, async () => {})
    const { multipart } = ctx.request
    // Stays "idle" for other bodies, which have no such thing.
    if (multipart?.state === 'idle') {
      multipart.onFile('*', {}, async (part) => {
        part.on('error', () => {})
        part.resume()
        multipart.abort(noFiles(part.name))
      })
      if (file)
        multipart.onFile(file.name, { deferValidations: true }, async (part) => {
          try {
            await file.take(part)
          } catch (error) {
            part.on('error', () => {})
            multipart.abort(error)
          }
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
