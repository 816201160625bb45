import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { disclosureLine } from './disclosure_line.js'

export default disclosureLine({
  path: 'gifts',
  table: 'disclosure_gifts',
  label: 'Gift',
  description: 'Gifts listed in disclosures.',
  fields: {
    source: f.text({ help: 'Source.' }),
    description: f.text({ help: 'Description.' }),
    value: f.text({ help: 'Value as printed.' }),
  },
  filters: {
    source: filter.text(),
    description: filter.text(),
    value: filter.text(),
  },
})
