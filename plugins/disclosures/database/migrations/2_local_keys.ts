import { BaseSchema } from '@adonisjs/lucid/schema'
import { startLocalKeys } from '#app/database/local_keys'

/** Rows made here stay clear of the keys that bulk-data files bring. */
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

  /** Rows made here may have keys of that range: there is no way back. */
  async down() {}
}
