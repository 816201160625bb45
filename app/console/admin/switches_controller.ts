import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { Maintenance } from '#app/maintenance/maintenance'
import { nextOccurrence } from '#app/maintenance/window'
import Switch from '#app/models/switch'
import { formatRate } from '#app/throttle/rate'
import { ScopeRegistry, USER } from '#app/throttle/scope_registry'
import { ApiError } from '#app/support/api_error'
import { notify } from '../forms.js'
import { shownTime } from './admin_list.js'
import { staffActions } from '../services.js'

const CHOICES = new Map([
  ['off', { isOn: false, reads: true }],
  ['reads', { isOn: true, reads: true }],
  ['all', { isOn: true, reads: false }],
])

const NOTICES: Record<string, string> = {
  off: 'Maintenance ended.',
  reads: 'Maintenance started. Reads still work.',
  all: 'Maintenance started.',
}

/** Maintenance, and the promotion that doubles the `user` scope of all accounts. */
@inject()
export default class SwitchesController {
  constructor(
    private database: Database,
    private switched: Maintenance,
    private scopes: ScopeRegistry
  ) {}

  async maintenance({ view }: HttpContext) {
    const { state, window } = this.switched
    const next = window ? nextOccurrence(window, new Date()) : null
    return view.render('console/admin/maintenance', {
      current: state,
      window: next && {
        start: shownTime(next.start.toJSDate()),
        end: shownTime(next.end.toJSDate()),
      },
    })
  }

  async setMaintenance(ctx: HttpContext) {
    const choice = String(ctx.request.input('maintenance'))
    const wanted = CHOICES.get(choice)
    if (!wanted) throw ApiError.detail(422, 'Choose one of the options.')
    await staffActions(this.database, ctx).setMaintenance(wanted)
    // Other processes are notified; this one needs the new state for its next page.
    await this.switched.read()
    notify(ctx, NOTICES[choice]!)
    return ctx.response.redirect('/admin/maintenance/')
  }

  async promotion({ view }: HttpContext) {
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

  async setPromotion(ctx: HttpContext) {
    const value = ctx.request.input('on')
    if (value !== 'true' && value !== 'false')
      throw ApiError.detail(422, 'Choose whether the promotion is on or off.')
    const on = value === 'true'
    await staffActions(this.database, ctx).setPromotion(on)
    notify(ctx, on ? 'Promotion enabled.' : 'Promotion disabled.')
    return ctx.response.redirect('/admin/promotion/')
  }
}
