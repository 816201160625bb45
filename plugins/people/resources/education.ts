import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { is } from '#api/filters/kinds'
import { DEGREE_LEVELS } from './codes.js'

export default defineResource({
  path: 'educations',
  table: 'educations',
  label: 'Education',
  description: 'Degrees of people.',
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
    id: is.number(),
    date_created: is.datetime(),
    date_modified: is.datetime(),
    degree_year: is.exactNumber(),
    degree_detail: is.text(),
    degree_level: is.choice(),
    person: is.related(),
    school: is.related(),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})
