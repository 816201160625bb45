import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Keeps all filters of the staff lists fast with a million accounts (`npm run bench
 * console`): folded search text is stored, because folding it for a million
 * accounts takes seconds, and rare values have partial indexes in list order.
 */
export default class extends BaseSchema {
  async up() {
    for (const statement of STATEMENTS) this.schema.raw(statement)
  }

  async down() {
    for (const name of INDEXES) this.schema.raw(`DROP INDEX ${name}`)
    this.schema.raw('ALTER TABLE accounts DROP COLUMN words')
    this.schema.raw(`CREATE INDEX accounts_words ON accounts USING gin ((${WORDS}) gin_trgm_ops)`)
  }
}

const WORDS = `curia_fold(username || ' ' || coalesce(email, '') || ' ' || first_name || ' ' || last_name)`

const STATEMENTS = [
  'DROP INDEX accounts_words',
  `ALTER TABLE accounts ADD words text COLLATE "C" GENERATED ALWAYS AS (${WORDS}) STORED`,
  'CREATE INDEX accounts_words ON accounts USING gin (words gin_trgm_ops)',
  'CREATE INDEX api_tokens_ending ON api_tokens (ending, id)',
  'CREATE INDEX api_tokens_extra ON api_tokens (id) WHERE NOT is_primary',
  `CREATE INDEX api_tokens_extra_used ON api_tokens (coalesce(last_used_at, '-infinity'), id) WHERE NOT is_primary`,
  'CREATE INDEX memberships_payment ON memberships (payment_status, account_id)',
  'CREATE INDEX rate_overrides_blocked ON rate_overrides (id) WHERE "limit" = 0',
]

const INDEXES = [
  'api_tokens_ending',
  'api_tokens_extra',
  'api_tokens_extra_used',
  'memberships_payment',
  'rate_overrides_blocked',
]
