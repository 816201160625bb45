import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import {
  RETENTION_TYPES,
  DEGREE_LEVELS,
  DATE_GRANULARITIES,
  POLITICAL_PARTIES,
  AFFILIATION_SOURCES,
  ABA_RATINGS,
} from './codes.js'

const retentionEvents = defineResource({
  path: 'retention-events',
  table: 'retention_events',
  label: 'RetentionEvent',
  description: 'Retention votes on judges.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    position: f.link('positions', {
      required: true,
      nullable: true,
      help: 'Position that the event is about.',
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    retention_type: f.choice(RETENTION_TYPES, { required: true, help: 'Type of event.' }),
    date_retention: f.date({ required: true, help: 'Date of the event.' }),
    votes_yes: f.integer({ min: 0, nullable: true, help: 'Votes for.' }),
    votes_no: f.integer({ min: 0, nullable: true, help: 'Votes against.' }),
    votes_yes_percent: f.float({ nullable: true, help: 'Percentage of votes for.' }),
    votes_no_percent: f.float({ nullable: true, help: 'Percentage of votes against.' }),
    unopposed: f.boolean({ nullable: true, help: 'Whether the judge was unopposed.' }),
    won: f.boolean({ nullable: true, help: 'Whether the judge was retained.' }),
  },
  filters: {
    id: filter.number(),
    position: filter.key(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    date_retention: filter.date(),
    retention_type: filter.choice(),
    votes_yes: filter.number(),
    votes_no: filter.number(),
    unopposed: filter.boolean(),
    won: filter.boolean(),
  },
  ordering: ['id', 'date_created', 'date_modified', 'date_retention'],
  cursor: ['id', 'date_created', 'date_modified'],
})

const educations = defineResource({
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
    degree_level: f.choice(DEGREE_LEVELS, { help: 'Level of the degree.' }),
    degree_detail: f.text({ maxLength: 100, help: 'Details of the degree.' }),
    degree_year: f.smallint({ min: 0, nullable: true, help: 'Year the degree was awarded.' }),
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

const schools = defineResource({
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
      help: 'Main record if this is an alias.',
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    name: f.text({ required: true, maxLength: 120, help: 'School name.' }),
    ein: f.integer({ nullable: true, help: 'Employer identification number of the school.' }),
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

const politicalAffiliations = defineResource({
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
    source: f.choice(AFFILIATION_SOURCES, { help: 'Source of the affiliation.' }),
    date_start: f.date({ nullable: true, help: 'Start date.' }),
    date_granularity_start: f.choice(DATE_GRANULARITIES, {
      help: 'Precision of the start date.',
    }),
    date_end: f.date({ nullable: true, help: 'End date.' }),
    date_granularity_end: f.choice(DATE_GRANULARITIES, { help: 'Precision of the end date.' }),
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

const sources = defineResource({
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
    url: f.address({ maxLength: 2000, help: 'URL of the source.' }),
    date_accessed: f.date({ nullable: true, help: 'Date the source was accessed.' }),
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

const abaRatings = defineResource({
  path: 'aba-ratings',
  table: 'aba_ratings',
  label: 'ABARating',
  description: 'Ratings of nominees by the American Bar Association.',
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

export default [retentionEvents, educations, schools, politicalAffiliations, sources, abaRatings]
