import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { disclosureLine } from './disclosure_line.js'

export default disclosureLine({
  path: 'disclosure-positions',
  table: 'disclosure_positions',
  label: 'DisclosurePosition',
  description: 'Positions outside the court listed in disclosures.',
  fields: {
    position: f.text({ help: 'Post.' }),
    organization_name: f.text({ help: 'Organization.' }),
  },
  filters: {
    position: filter.text(),
    organization_name: filter.text(),
  },
})
