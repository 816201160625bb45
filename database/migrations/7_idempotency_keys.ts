import { BaseSchema } from '@adonisjs/lucid/schema'

/** Responses to POST requests with an idempotency key, replayed for one day. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE idempotency_keys (
        account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
        endpoint text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        -- SHA-256 of the body, to detect a different request with the same key.
        body_hash bytea NOT NULL,
        answer text NOT NULL,
        record_key text COLLATE "C" NOT NULL,
        date_created timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, endpoint, key)
      )
    `)
    this.schema.raw('CREATE INDEX idempotency_keys_date ON idempotency_keys (date_created)')
  }

  async down() {
    this.schema.raw('DROP TABLE idempotency_keys')
  }
}
