import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { disclosureLine } from './disclosure_line.js'

export default disclosureLine({
  path: 'reimbursements',
  table: 'disclosure_reimbursements',
  label: 'Reimbursement',
  description: 'Reimbursed travel and other expenses listed in disclosures.',
  fields: {
    source: f.text({ help: 'Source.' }),
    date_raw: f.text({ help: 'Date as printed.' }),
    location: f.text({ help: 'Place.' }),
    purpose: f.text({ help: 'Purpose.' }),
    items_paid_or_provided: f.text({ help: 'What was paid or given.' }),
  },
  filters: {
    date_raw: filter.text(),
    location: filter.text(),
    source: filter.text(),
    purpose: filter.text(),
    items_paid_or_provided: filter.text(),
  },
})
