import SearchAlert from '../models/search_alert.js'
import { OFF } from '../search_alerts/codes.js'

/** Turns search alerts off; those that are off already keep their date. */
export class DisableSearchAlerts {
  async handle(alerts: readonly SearchAlert[]): Promise<void> {
    await SearchAlert.query()
      .whereIn(
        'id',
        alerts.map(({ id }) => id)
      )
      .whereNot('rate', OFF)
      .update({ rate: OFF, dateModified: new Date() })
  }
}
