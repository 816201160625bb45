import { BaseSchema } from '@adonisjs/lucid/schema'

/** Records of the OAuth provider (decision 0017) and the signing keys of its ID tokens. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE oauth_records (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        model text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        payload jsonb NOT NULL,
        account_id bigint REFERENCES accounts ON DELETE CASCADE,
        client_id text COLLATE "C",
        grant_id text COLLATE "C",
        uid text COLLATE "C",
        date_created timestamptz NOT NULL DEFAULT now(),
        consumed_at timestamptz,
        last_used_at timestamptz,
        expires_at timestamptz,
        UNIQUE (model, key)
      )
    `)
    this.schema.raw(
      'CREATE INDEX oauth_records_grant ON oauth_records (grant_id) WHERE grant_id IS NOT NULL'
    )
    this.schema.raw('CREATE INDEX oauth_records_uid ON oauth_records (uid) WHERE uid IS NOT NULL')
    this.schema.raw(
      'CREATE INDEX oauth_records_account ON oauth_records (account_id) WHERE account_id IS NOT NULL'
    )
    this.schema.raw(
      'CREATE INDEX oauth_records_client ON oauth_records (client_id) WHERE client_id IS NOT NULL'
    )
    this.schema.raw(
      'CREATE INDEX oauth_records_expires_at ON oauth_records (expires_at) WHERE expires_at IS NOT NULL'
    )
    this.schema.raw(`
      CREATE TABLE oauth_keys (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        encrypted text NOT NULL,
        date_created timestamptz NOT NULL DEFAULT now(),
        date_retired timestamptz
      )
    `)
  }

  async down() {
    this.schema.raw('DROP TABLE oauth_keys, oauth_records')
  }
}
