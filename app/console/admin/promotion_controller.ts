import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import { SCOPES } from '#app/throttle/scopes'
import { formatRate } from '#app/throttle/rate'
import { notify } from '../forms.js'
import { staffActions } from './acting.js'

/** The switch that doubles the `user` scope of everybody. */
export default class PromotionController {
  async show({ view }: HttpContext) {
    const database = await app.container.make('lucid.db')
    const row = await database.from('switches').where('name', 'promotion').first()
    return view.render('console/admin/promotion', {
      on: row?.is_on === true,
      since: row?.date_modified,
      rates: SCOPES.user.rates.map((rate) => ({
        now: formatRate(rate),
        doubled: formatRate({ ...rate, limit: rate.limit * 2 }),
      })),
    })
  }

  async set(ctx: HttpContext) {
    const value = ctx.request.input('on')
    if (value !== 'true' && value !== 'false')
      throw ApiError.detail(422, 'Choose whether the promotion is on or off.')
    const on = value === 'true'
    await (await staffActions(ctx)).setPromotion(on)
    notify(ctx, on ? 'The promotion is on.' : 'The promotion is off.')
    return ctx.response.redirect('/admin/promotion/')
  }
}
