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
    docket_number: f.text({ help: 'Docket number in the lower court.' }),
    docket_number_raw: f.text({ default: '', help: 'Docket number exactly as in the source.' }),
    assigned_to_str: f.text({ help: 'Assigned judge, as text.' }),
    ordering_judge_str: f.text({ help: 'Judge who issued the final order, as text.' }),
    court_reporter: f.text({ help: 'Court reporter.' }),
    date_disposed: f.date({ nullable: true, help: 'Date of disposition in the lower court.' }),
    date_filed: f.date({ nullable: true, help: 'Filing date in the lower court.' }),
    date_judgment: f.date({ nullable: true, help: 'Date of the judgment in the lower court.' }),
    date_judgment_eod: f.date({ nullable: true, help: 'Date the judgment was entered.' }),
    date_filed_noa: f.date({ nullable: true, help: 'Date of the notice of appeal.' }),
    date_received_coa: f.date({ nullable: true, help: 'Date received by the court of appeals.' }),
    date_rehearing_denied: f.date({
      nullable: true,
      help: 'Date rehearing was denied in the lower court.',
    }),
    assigned_to: f.link('people', { nullable: true, help: 'Assigned judge.' }),
    ordering_judge: f.link('people', { nullable: true, help: 'Judge who issued the final order.' }),
  },
  cursor: ['id', 'date_created', 'date_modified'],
})

export const bankruptcyInformation = defineResource({
  path: 'bankruptcy-information',
  table: 'bankruptcy_information',
  label: 'BankruptcyInformation',
  description: 'Chapter, trustee, and dates of a bankruptcy case.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    date_converted: f.datetime({ nullable: true, help: 'Date of conversion between chapters.' }),
    date_last_to_file_claims: f.datetime({ nullable: true, help: 'Last date to file claims.' }),
    date_last_to_file_govt: f.datetime({
      nullable: true,
      help: 'Last date to file government claims.',
    }),
    date_debtor_dismissed: f.datetime({ nullable: true, help: 'Date the debtor was dismissed.' }),
    chapter: f.text({ maxLength: 10, help: 'Bankruptcy chapter.' }),
    trustee_str: f.text({ help: 'Trustee.' }),
    docket: f.link('dockets', { required: true, help: 'Docket of the bankruptcy.' }),
  },
  cursor: ['id', 'date_created', 'date_modified'],
})

export default [originatingCourtInformation, bankruptcyInformation]
