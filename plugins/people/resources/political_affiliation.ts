import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { DATE_GRANULARITIES, POLITICAL_PARTIES, AFFILIATION_SOURCES } from './codes.js'

export default defineResource({
  path: 'political-affiliations',
  table: 'political_affiliations',
  label: 'PoliticalAffiliation',
  description: 'Political parties of judges, with the source of each.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    person: f.link('people', { required: true, nullable: true, help: 'The person.' }),
    date_created: f.created(),
    date_modified: f.modified(),
    political_party: f.choice(POLITICAL_PARTIES, { required: true, help: 'Party.' }),
    source: f.choice(AFFILIATION_SOURCES, { help: 'How it is known.' }),
    date_start: f.date({ nullable: true, help: 'Start date.' }),
    date_granularity_start: f.choice(DATE_GRANULARITIES, {
      help: 'How precise the start date is.',
    }),
    date_end: f.date({ nullable: true, help: 'End date.' }),
    date_granularity_end: f.choice(DATE_GRANULARITIES, { help: 'How precise the end date is.' }),
  },
  filters: {
    id: filter.number(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    date_start: filter.date(),
    date_end: filter.date(),
    political_party: filter.choice(),
    source: filter.choice(),
    person: filter.key(),
  },
  ordering: ['id', 'date_created', 'date_modified', 'date_start', 'date_end'],
  cursor: ['id', 'date_created', 'date_modified'],
})
