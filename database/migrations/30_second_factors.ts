import { BaseSchema } from '@adonisjs/lucid/schema'

/** Two-factor sign-in: secrets of authenticator apps, and recovery codes. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE second_factors (
        account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
        date_created timestamptz NOT NULL DEFAULT now(),
        date_modified timestamptz NOT NULL DEFAULT now(),
        -- Encrypted with the server's key.
        secret text NOT NULL,
        -- Null until a first code confirms the setup.
        date_confirmed timestamptz,
        -- Time step of the last accepted code; each code works once.
        last_step bigint NOT NULL DEFAULT 0
      )
    `)
    this.schema.raw(`
      CREATE TABLE recovery_codes (
        account_id bigint NOT NULL REFERENCES second_factors ON DELETE CASCADE,
        hash text COLLATE "C" NOT NULL,
        PRIMARY KEY (account_id, hash)
      )
    `)
  }

  async down() {
    this.schema.raw('DROP TABLE recovery_codes, second_factors')
  }
}
