import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Starts the keys of local rows above those of the bulk-data files. */
export default class extends BaseSchema {
  async up() {
    startLocalKeys(this.schema, [
      'financial_disclosures',
      'disclosure_investments',
      'disclosure_positions',
      'disclosure_agreements',
      'disclosure_non_investment_incomes',
      'disclosure_spouse_incomes',
      'disclosure_reimbursements',
      'disclosure_gifts',
      'disclosure_debts',
    ])
  }

  /** Irreversible, because local rows may already use these keys. */
  async down() {}
}
