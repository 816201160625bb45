import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'

export default defineResource({
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
