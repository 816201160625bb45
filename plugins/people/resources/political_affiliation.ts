import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { is } from '#api/filters/kinds'
import { DATE_GRANULARITIES, POLITICAL_PARTIES, AFFILIATION_SOURCES } from './codes.js'

export default defineResource({
  path: 'political-affiliations',
  table: 'political_affiliations',
  label: 'PoliticalAffiliation',
  description: 'Parties people belonged to, and how that is known.',
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
    id: is.number(),
    date_created: is.datetime(),
    date_modified: is.datetime(),
    date_start: is.date(),
    date_end: is.date(),
    political_party: is.choice(),
    source: is.choice(),
    person: is.key(),
  },
  ordering: ['id', 'date_created', 'date_modified', 'date_start', 'date_end'],
  cursor: ['id', 'date_created', 'date_modified'],
})
