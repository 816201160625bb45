import { defineBulkTable } from '#app/bulk/define_bulk_table'

/** Bulk-data files of financial disclosures. */
export default [
  defineBulkTable({
    stem: 'financial-disclosures',
    table: 'financial_disclosures',
    order: 24,
  }),
  defineBulkTable({
    stem: 'financial-disclosure-investments',
    table: 'disclosure_investments',
    order: 25,
  }),
  defineBulkTable({
    stem: 'financial-disclosures-positions',
    table: 'disclosure_positions',
    order: 26,
  }),
  defineBulkTable({
    stem: 'financial-disclosures-agreements',
    table: 'disclosure_agreements',
    order: 27,
  }),
  defineBulkTable({
    stem: 'financial-disclosures-non-investment-income',
    table: 'disclosure_non_investment_incomes',
    order: 28,
  }),
  defineBulkTable({
    stem: 'financial-disclosures-spousal-income',
    table: 'disclosure_spouse_incomes',
    order: 29,
  }),
  defineBulkTable({
    stem: 'financial-disclosures-reimbursements',
    table: 'disclosure_reimbursements',
    order: 30,
  }),
  defineBulkTable({
    stem: 'financial-disclosures-gifts',
    table: 'disclosure_gifts',
    order: 31,
  }),
  defineBulkTable({
    stem: 'financial-disclosures-debts',
    table: 'disclosure_debts',
    order: 32,
  }),
]
