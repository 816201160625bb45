import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'

export default defineResource({
  path: 'schools',
  table: 'schools',
  label: 'School',
  description: 'Schools where people studied or taught.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    is_alias_of: f.link('schools', {
      required: true,
      nullable: true,
      help: 'Main record when this is an alias.',
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    name: f.text({ required: true, maxLength: 120, help: 'School name.' }),
    ein: f.integer({ nullable: true, help: 'Employer number of the school.' }),
  },
  filters: {
    id: filter.number(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    name: filter.text(),
    ein: filter.exactNumber(),
    educations: filter.related('educations', { column: 'school_id' }),
  },
  ordering: ['id', 'date_created', 'date_modified', 'name'],
  cursor: ['id', 'date_created', 'date_modified'],
})
