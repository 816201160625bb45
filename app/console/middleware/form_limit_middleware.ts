import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { NextFn } from '@adonisjs/core/types/http'
import { countedAddress } from '#app/throttle/address'
import { throttled } from '#app/throttle/headers'
import { parseRate } from '#app/throttle/rate'

/** Forms sent from one address (web, 1). */
const FORMS = [{ scope: 'forms', rates: ['10/min', '2000/hour'].map(parseRate), cost: 1 }]

/** Slows down whoever sends forms that guess, make or mail something. */
export default class FormLimitMiddleware {
  async handle({ request }: HttpContext, next: NextFn) {
    const { attempts } = (await app.container.make('curia.gate')).options
    if (attempts && request.method() === 'POST') {
      const throttle = await app.container.make('curia.throttle')
      const { refusedBy } = await throttle.admit({
        caller: `address:${countedAddress(request.ip())}`,
        charges: FORMS,
        counted: false,
      })
      if (refusedBy) throw throttled(refusedBy, { anonymous: true, now: Date.now() })
    }
    return next()
  }
}
