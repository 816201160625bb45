import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { is } from '#api/filters/kinds'

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
    id: is.number(),
    date_created: is.datetime(),
    date_modified: is.datetime(),
    name: is.text(),
    ein: is.exactNumber(),
    educations: is.related('educations', { column: 'school_id' }),
  },
  ordering: ['id', 'date_created', 'date_modified', 'name'],
  cursor: ['id', 'date_created', 'date_modified'],
})
