import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { is } from '#api/filters/kinds'
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
    id: is.number(),
    date_created: is.datetime(),
    date_modified: is.datetime(),
    year_rated: is.number(),
    rating: is.choice(),
    person: is.key(),
  },
  ordering: ['id', 'date_created', 'date_modified', 'year_rated'],
  cursor: ['id', 'date_created', 'date_modified'],
})
