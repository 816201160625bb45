import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'

export default defineResource({
  path: 'tag',
  table: 'site_tags',
  label: 'Tag',
  description: 'Site tags of dockets, entries, and documents.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    name: f.text({ required: true, maxLength: 50, help: 'Name of the tag.' }),
  },
  filters: { id: filter.exactNumber(), name: filter.text() },
  joinFiltersOnly: true,
  cursor: ['id', 'date_created', 'date_modified'],
})
