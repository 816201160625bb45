import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { disclosureLine } from './disclosure_line.js'

export default disclosureLine({
  path: 'agreements',
  table: 'disclosure_agreements',
  label: 'Agreement',
  description: 'Agreements listed in disclosures.',
  fields: {
    date_raw: f.text({ help: 'Date as printed.' }),
    parties_and_terms: f.text({ help: 'Parties and terms.' }),
  },
  filters: {
    parties_and_terms: filter.text(),
    date_raw: filter.text(),
  },
})
