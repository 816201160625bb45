import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { ApiError } from '#app/support/api_error'
import Switch from '#app/models/switch'
import { formatRate } from '#app/throttle/rate'
import { ScopeRegistry, USER } from '#app/throttle/scope_registry'
import { notify } from '../forms.js'
import { staffActions } from '../services.js'

/** The switch that doubles the `user` scope of everybody. */
@inject()
export default class PromotionController {
  constructor(
    private database: Database,
    private scopes: ScopeRegistry
  ) {}

  async show({ view }: HttpContext) {
    const promotion = await Switch.find('promotion')
    return view.render('console/admin/promotion', {
      on: promotion?.isOn === true,
      since: promotion?.dateModified,
      rates: this.scopes.get(USER).rates.map((rate) => ({
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
    await staffActions(this.database, ctx).setPromotion(on)
    notify(ctx, on ? 'Promotion enabled.' : 'Promotion disabled.')
    return ctx.response.redirect('/admin/promotion/')
  }
}
