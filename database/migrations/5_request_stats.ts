import { BaseSchema } from '@adonisjs/lucid/schema'

/** API requests per minute for the staff dashboard, counted in each process and summed here. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE request_minutes (
        minute timestamptz NOT NULL,
        endpoint text COLLATE "C" NOT NULL,
        status smallint NOT NULL,
        -- Latency in milliseconds, as the power of two above it.
        speed smallint NOT NULL,
        count bigint NOT NULL,
        PRIMARY KEY (minute, endpoint, status, speed)
      )
    `)
    this.schema.raw(`
      CREATE TABLE account_hours (
        hour timestamptz NOT NULL,
        account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
        count bigint NOT NULL,
        PRIMARY KEY (hour, account_id)
      )
    `)
    this.schema.raw('CREATE INDEX account_hours_account ON account_hours (account_id)')
  }

  async down() {
    this.schema.raw('DROP TABLE request_minutes')
    this.schema.raw('DROP TABLE account_hours')
  }
}
