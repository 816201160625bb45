import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { sampleFields } from '#api/sample_records'
import { REPORT_TYPES, THUMBNAIL_STATUSES } from './codes.js'

export default defineResource({
  path: 'financial-disclosures',
  table: 'financial_disclosures',
  label: 'FinancialDisclosure',
  description: 'Financial disclosure reports of judges.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    agreements: f.records(
      'agreements',
      { column: 'financial_disclosure_id' },
      { help: 'Agreements.' }
    ),
    debts: f.records('debts', { column: 'financial_disclosure_id' }, { help: 'Debts.' }),
    gifts: f.records('gifts', { column: 'financial_disclosure_id' }, { help: 'Gifts.' }),
    investments: f.records(
      'investments',
      { column: 'financial_disclosure_id' },
      { help: 'Investments.' }
    ),
    non_investment_incomes: f.records(
      'non-investment-incomes',
      { column: 'financial_disclosure_id' },
      { help: 'Non-investment income.' }
    ),
    positions: f.records(
      'disclosure-positions',
      { column: 'financial_disclosure_id' },
      { help: 'Positions held.' }
    ),
    reimbursements: f.records(
      'reimbursements',
      { column: 'financial_disclosure_id' },
      { help: 'Reimbursements.' }
    ),
    spouse_incomes: f.records(
      'spouse-incomes',
      { column: 'financial_disclosure_id' },
      { help: "Spouse's income." }
    ),
    person: f.link('people', { required: true, help: 'Person who filed the disclosure.' }),
    filepath: f.storedUrl({ help: 'URL of the PDF.' }),
    thumbnail: f.storedUrl({ nullable: true, help: 'Storage path of the preview image.' }),
    date_created: f.created(),
    date_modified: f.modified(),
    year: f.smallint({ required: true, help: 'Reporting year.' }),
    thumbnail_status: f.choice(THUMBNAIL_STATUSES, {
      default: 0,
      help: 'State of the preview image.',
    }),
    page_count: f.smallint({ required: true, help: 'Number of pages.' }),
    sha1: f.text({ maxLength: 40, help: 'SHA-1 of the file.' }),
    report_type: f.choice(REPORT_TYPES, { default: -1, help: 'Kind of report.' }),
    is_amended: f.boolean({
      nullable: true,
      default: false,
      help: 'Whether the report is an amendment.',
    }),
    addendum_content_raw: f.text({ help: 'Text of the addendum.' }),
    addendum_redacted: f.boolean({ default: false, help: 'Whether the addendum seems redacted.' }),
    has_been_extracted: f.boolean({ default: false, help: 'Whether extraction succeeded.' }),
    ...sampleFields('financial_disclosures'),
  },
  filters: {
    id: filter.number(),
    person: filter.related(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    addendum_content_raw: filter.text(),
    has_been_extracted: filter.boolean(),
    agreements: filter.related(),
    debts: filter.related(),
    gifts: filter.related(),
    investments: filter.related(),
    non_investment_incomes: filter.related(),
    positions: filter.related(),
    reimbursements: filter.related(),
    spouse_incomes: filter.related(),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})
