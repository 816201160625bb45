import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { NextFn } from '@adonisjs/core/types/http'
import { parseRate } from '#app/throttle/rate'
import { Gate } from '#api/gate'

/** Forms sent from one address (web, 1). */
const FORMS = [{ scope: 'forms', rates: ['10/min', '2000/hour'].map(parseRate), cost: 1 }]

/** Slows down whoever sends forms that guess, make or mail something. */
export default class FormLimitMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    if (ctx.request.method() === 'POST') await (await app.container.make(Gate)).attempt(ctx, FORMS)
    return next()
  }
}
