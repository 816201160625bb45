import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { is } from '#api/filters/kinds'

export default defineResource({
  path: 'sources',
  table: 'person_sources',
  label: 'Source',
  description: 'Where the facts on a person come from.',
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
    id: is.exactNumber(),
    date_modified: is.datetime(),
    person: is.key(),
  },
  ordering: ['id', 'date_modified', 'date_accessed'],
  cursor: ['id', 'date_modified'],
})
