import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { ABA_RATINGS } from './codes.js'

export default defineResource({
  path: 'aba-ratings',
  table: 'aba_ratings',
  label: 'ABARating',
  description: 'Ratings of nominees by the bar association.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    person: f.link('people', { required: true, nullable: true, help: 'The person.' }),
    date_created: f.created(),
    date_modified: f.modified(),
    year_rated: f.smallint({ min: 0, nullable: true, help: 'Year of the rating.' }),
    rating: f.choice(ABA_RATINGS, { required: true, help: 'Rating.' }),
  },
  filters: {
    id: filter.number(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    year_rated: filter.number(),
    rating: filter.choice(),
    person: filter.key(),
  },
  ordering: ['id', 'date_created', 'date_modified', 'year_rated'],
  cursor: ['id', 'date_created', 'date_modified'],
})
