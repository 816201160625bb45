import { BaseSchema } from '@adonisjs/lucid/schema'

/** Index for the chart of hits over time. Hits are append-only, so blocks of the table are ordered by time. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'CREATE INDEX search_alert_hits_date ON search_alert_hits USING brin (date_created)'
    )
  }

  async down() {
    this.schema.raw('DROP INDEX search_alert_hits_date')
  }
}
