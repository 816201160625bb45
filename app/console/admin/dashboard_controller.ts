import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { dashboard, SPANS, type Span } from './dashboard.js'
import { Throttle } from '#app/throttle/throttle'

/** How the server is doing. */
export default class DashboardController {
  async show({ view, request }: HttpContext) {
    const wanted = request.qs().span
    const span: Span =
      typeof wanted === 'string' && Object.hasOwn(SPANS, wanted) ? (wanted as Span) : 'day'
    const throttle = await app.container.make(Throttle)
    return view.render('console/admin/dashboard', {
      ...(await dashboard(app, span)),
      span,
      spans: Object.keys(SPANS),
      store: throttle.store,
      gigabytes: (bytes: number) => (bytes / 1e9).toFixed(1),
    })
  }
}
