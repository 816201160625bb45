import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { Maintenance } from '#app/maintenance/maintenance'
import { nextOccurrence } from '#app/maintenance/window'
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
  reads: 'Maintenance started. Reads are answered.',
  all: 'Maintenance started.',
}

/** The switch of maintenance. */
@inject()
export default class MaintenanceController {
  constructor(
    private database: Database,
    private maintenance: Maintenance
  ) {}

  async show({ view }: HttpContext) {
    const { state, window } = this.maintenance
    const next = window ? nextOccurrence(window, new Date()) : null
    return view.render('console/admin/maintenance', {
      current: state,
      window: next && {
        start: shownTime(next.start.toJSDate()),
        end: shownTime(next.end.toJSDate()),
      },
    })
  }

  async set(ctx: HttpContext) {
    const choice = String(ctx.request.input('maintenance'))
    const wanted = CHOICES.get(choice)
    if (!wanted) throw ApiError.detail(422, 'Choose one of the states.')
    await staffActions(this.database, ctx).setMaintenance(wanted)
    // Other processes are notified; this one shows the page next.
    await this.maintenance.read()
    notify(ctx, NOTICES[choice]!)
    return ctx.response.redirect('/admin/maintenance/')
  }
}
