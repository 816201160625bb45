import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { ApiError } from '#app/support/api_error'
import bodyParserConfig from '#config/bodyparser'

/** Reads forms. None takes files, which would stay on the disk, whatever the client sends. */
export default class FormBodyMiddleware extends BodyParserMiddleware {
  constructor() {
    super(bodyParserConfig)
  }

  override async handle(ctx: HttpContext, next: NextFn) {
    if (ctx.request.is(['multipart/form-data']))
      throw ApiError.detail(415, "This form doesn't accept files.")
    return super.handle(ctx, next)
  }
}
