import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'

export default defineResource({
  path: 'sources',
  table: 'person_sources',
  label: 'Source',
  description: 'Sources of biographical facts.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    person: f.link('people', { required: true, nullable: true, help: 'The person.' }),
    date_created: f.created(),
    date_modified: f.modified(),
    url: f.address({ maxLength: 2000, help: 'Address of the source.' }),
    date_accessed: f.date({ nullable: true, help: 'When it was read.' }),
    notes: f.text({ help: 'Notes.' }),
  },
  filters: {
    id: filter.exactNumber(),
    date_modified: filter.datetime(),
    person: filter.key(),
  },
  ordering: ['id', 'date_modified', 'date_accessed'],
  cursor: ['id', 'date_modified'],
})
