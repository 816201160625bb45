import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { DEGREE_LEVELS } from './codes.js'

export default defineResource({
  path: 'educations',
  table: 'educations',
  label: 'Education',
  description: 'Degrees and schools of judges.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    school: f.record('schools', { readOnly: true, help: 'The school.' }),
    person: f.link('people', { required: true, nullable: true, help: 'The person.' }),
    date_created: f.created(),
    date_modified: f.modified(),
    degree_level: f.choice(DEGREE_LEVELS, { help: 'Degree.' }),
    degree_detail: f.text({ maxLength: 100, help: 'Degree in more detail.' }),
    degree_year: f.smallint({ min: 0, nullable: true, help: 'Year of the degree.' }),
  },
  filters: {
    id: filter.number(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    degree_year: filter.exactNumber(),
    degree_detail: filter.text(),
    degree_level: filter.choice(),
    person: filter.related(),
    school: filter.related(),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})
