import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { sampleFields } from '#api/sample_records'
import { DATE_GRANULARITIES, US_STATES, GENDERS, NAME_SUFFIXES, RACES, RELIGIONS } from './codes.js'

/** The storage path of a person's photo; it exists if `has_photo` is true. */
export function photoPath(id: unknown): string {
  return `people/${id}.jpg`
}

export default defineResource({
  path: 'people',
  table: 'people',
  storedFile: `has_photo AND id = substring($1 FROM '^${photoPath('([0-9]{1,18})').replace('.', '\\.')}$')::bigint`,
  label: 'Person',
  description: 'Judges and the people who appointed them.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    race: f.values({
      via: { table: 'person_races', from: 'person_id', to: 'race_id' },
      table: 'races',
      column: 'race',
      choices: RACES,
      required: true,
      help: 'Race; may be inferred.',
    }),
    sources: f.records(
      'sources',
      { column: 'person_id' },
      { help: 'Sources of biographical facts.' }
    ),
    aba_ratings: f.records(
      'aba-ratings',
      { column: 'person_id' },
      { help: 'Ratings by the American Bar Association.' }
    ),
    educations: f.records('educations', { column: 'person_id' }, { help: 'Education.' }),
    positions: f.links(
      'positions',
      { column: 'person_id' },
      { required: true, help: 'Positions held.' }
    ),
    political_affiliations: f.records(
      'political-affiliations',
      { column: 'person_id' },
      { help: 'Political affiliations.' }
    ),
    is_alias_of: f.link('people', {
      required: true,
      nullable: true,
      help: 'Main record if this is an alias.',
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    date_completed: f.datetime({ nullable: true, help: 'Date the record was completed.' }),
    fjc_id: f.integer({ nullable: true, help: 'ID at the Federal Judicial Center.' }),
    slug: f.slug({ required: true, maxLength: 158, help: 'URL slug.' }),
    name_first: f.text({ required: true, maxLength: 50, help: 'First name.' }),
    name_middle: f.text({ maxLength: 50, help: 'Middle name.' }),
    name_last: f.text({ required: true, maxLength: 50, help: 'Last name.' }),
    name_suffix: f.choice(NAME_SUFFIXES, { help: 'Suffix.' }),
    date_dob: f.date({ nullable: true, help: 'Birth date.' }),
    date_granularity_dob: f.choice(DATE_GRANULARITIES, {
      help: 'Precision of the birth date.',
    }),
    date_dod: f.date({ nullable: true, help: 'Death date.' }),
    date_granularity_dod: f.choice(DATE_GRANULARITIES, {
      help: 'Precision of the death date.',
    }),
    dob_city: f.text({ maxLength: 50, help: 'Birth city.' }),
    dob_state: f.choice(US_STATES, { help: 'Birth state.' }),
    dob_country: f.text({ default: 'United States', maxLength: 50, help: 'Birth country.' }),
    dod_city: f.text({ maxLength: 50, help: 'City of death.' }),
    dod_state: f.choice(US_STATES, { help: 'State of death.' }),
    dod_country: f.text({ default: 'United States', maxLength: 50, help: 'Country of death.' }),
    gender: f.choice(GENDERS, { help: 'Gender; may be inferred.' }),
    religion: f.choice(RELIGIONS, { help: 'Religion.' }),
    ftm_total_received: f.float({ nullable: true, help: 'Campaign contributions received.' }),
    ftm_eid: f.text({ nullable: true, maxLength: 30, help: 'Campaign-finance ID.' }),
    has_photo: f.boolean({ default: false, help: 'Whether a photo exists.' }),
    ...sampleFields('people'),
  },
  filters: {
    id: filter.number(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    date_dob: filter.date(),
    date_dod: filter.date(),
    name_first: filter.text(),
    name_middle: filter.text(),
    name_last: filter.text(),
    name_suffix: filter.choice('iexact', 'startswith', 'istartswith'),
    is_alias_of: filter.key(),
    fjc_id: filter.exactNumber(),
    ftm_eid: filter.text(),
    dob_city: filter.text(),
    dob_state: filter.choice('iexact', 'startswith', 'istartswith'),
    dod_city: filter.text(),
    dod_state: filter.choice('iexact', 'startswith', 'istartswith'),
    gender: filter.choice(),
    educations: filter.related(),
    political_affiliations: filter.related(),
    sources: filter.related(),
    aba_ratings: filter.related(),
    positions: filter.related(),
    opinion_clusters_participating_judges: filter.related('clusters', {
      table: 'opinion_cluster_panel',
      from: 'person_id',
      to: 'cluster_id',
    }),
    opinion_clusters_non_participating_judges: filter.related('clusters', {
      table: 'opinion_cluster_non_participating_judges',
      from: 'person_id',
      to: 'cluster_id',
    }),
    opinions_written: filter.related('opinions', { column: 'author_id' }),
    opinions_joined: filter.related('opinions', {
      table: 'opinion_joined_by',
      from: 'person_id',
      to: 'opinion_id',
    }),
    race: filter.choices(),
  },
  ordering: ['id', 'date_created', 'date_modified', 'date_dob', 'date_dod', 'name_last'],
  cursor: ['id', 'date_created', 'date_modified'],
})
