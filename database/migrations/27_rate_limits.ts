import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Counters of `@adonisjs/limiter`. Unlogged: they are worth no write-ahead
 * log, and a crash of the database's machine may forget them.
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
