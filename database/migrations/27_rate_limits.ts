import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Counters of `@adonisjs/limiter`. The table is unlogged because losing the
 * counters in a database crash is acceptable.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE UNLOGGED TABLE rate_limits (
        key text COLLATE "C" PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      )
    `)
    this.schema.raw('CREATE INDEX rate_limits_expiry ON rate_limits (expire)')
  }

  async down() {
    this.schema.raw('DROP TABLE rate_limits')
  }
}
