import { defineBulkTable } from '#app/bulk/define_bulk_table'

/** Bulk-data files of financial disclosures. */
export default [
  defineBulkTable({
    stem: 'financial-disclosures',
    table: 'financial_disclosures',
    after: ['people-db-people'],
  }),
  defineBulkTable({
    stem: 'financial-disclosure-investments',
    table: 'disclosure_investments',
    after: ['financial-disclosures'],
  }),
  defineBulkTable({
    stem: 'financial-disclosures-positions',
    table: 'disclosure_positions',
    after: ['financial-disclosures'],
  }),
  defineBulkTable({
    stem: 'financial-disclosures-agreements',
    table: 'disclosure_agreements',
    after: ['financial-disclosures'],
  }),
  defineBulkTable({
    stem: 'financial-disclosures-non-investment-income',
    table: 'disclosure_non_investment_incomes',
    after: ['financial-disclosures'],
  }),
  defineBulkTable({
    stem: 'financial-disclosures-spousal-income',
    table: 'disclosure_spouse_incomes',
    after: ['financial-disclosures'],
  }),
  defineBulkTable({
    stem: 'financial-disclosures-reimbursements',
    table: 'disclosure_reimbursements',
    after: ['financial-disclosures'],
  }),
  defineBulkTable({
    stem: 'financial-disclosures-gifts',
    table: 'disclosure_gifts',
    after: ['financial-disclosures'],
  }),
  defineBulkTable({
    stem: 'financial-disclosures-debts',
    table: 'disclosure_debts',
    after: ['financial-disclosures'],
  }),
]
