import { f } from '#api/fields'
import { is } from '#api/filters/kinds'
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
    source: is.text(),
    description: is.text(),
    value: is.text(),
  },
})
