import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'

export const originatingCourtInformation = defineResource({
  path: 'originating-court-information',
  table: 'originating_court_information',
  label: 'OriginatingCourtInformation',
  description: 'Lower-court details of an appeal.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    docket_number: f.text({ help: 'Number as printed by the court.' }),
    docket_number_raw: f.text({ default: '', help: 'Number exactly as the source had it.' }),
    assigned_to_str: f.text({ help: 'Judge in charge, as text.' }),
    ordering_judge_str: f.text({ help: 'Judge who gave the final order, as text.' }),
    court_reporter: f.text({ help: 'Court reporter.' }),
    date_disposed: f.date({ nullable: true, help: 'Date disposed below.' }),
    date_filed: f.date({ nullable: true, help: 'Date filed below.' }),
    date_judgment: f.date({ nullable: true, help: 'Date of judgment below.' }),
    date_judgment_eod: f.date({ nullable: true, help: 'Date the judgment was entered.' }),
    date_filed_noa: f.date({ nullable: true, help: 'Date of the notice of appeal.' }),
    date_received_coa: f.date({ nullable: true, help: 'Date received by the appeals court.' }),
    date_rehearing_denied: f.date({ nullable: true, help: 'Date rehearing was refused below.' }),
    assigned_to: f.link('people', { nullable: true, help: 'Judge in charge.' }),
    ordering_judge: f.link('people', { nullable: true, help: 'Judge who gave the final order.' }),
  },
  cursor: ['id', 'date_created', 'date_modified'],
})

export const bankruptcyInformation = defineResource({
  path: 'bankruptcy-information',
  table: 'bankruptcy_information',
  label: 'BankruptcyInformation',
  description: 'Chapter, trustee and dates of a bankruptcy case.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    date_converted: f.datetime({ nullable: true, help: 'Date of conversion between chapters.' }),
    date_last_to_file_claims: f.datetime({ nullable: true, help: 'Last day to file claims.' }),
    date_last_to_file_govt: f.datetime({ nullable: true, help: 'Last day for government claims.' }),
    date_debtor_dismissed: f.datetime({ nullable: true, help: 'Date the debtor was dismissed.' }),
    chapter: f.text({ maxLength: 10, help: 'Bankruptcy chapter.' }),
    trustee_str: f.text({ help: 'Trustee.' }),
    docket: f.link('dockets', { required: true, help: 'Docket this row belongs to.' }),
  },
  cursor: ['id', 'date_created', 'date_modified'],
})

export default [originatingCourtInformation, bankruptcyInformation]
