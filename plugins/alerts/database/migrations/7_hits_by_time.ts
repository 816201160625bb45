import { BaseSchema } from '@adonisjs/lucid/schema'

/** For the chart of hits over time. Hits are only added, so ranges of the table are ranges of time. */
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
