import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { is } from '#api/filters/kinds'
import { DATE_GRANULARITIES, US_STATES, GENDERS, NAME_SUFFIXES, RACES, RELIGIONS } from './codes.js'

/** Path of a person's photo in the store; it exists when the record has `has_photo`. */
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
      help: 'Race; a best guess.',
    }),
    sources: f.records(
      'sources',
      { column: 'person_id' },
      { help: 'Where facts about the person came from.' }
    ),
    aba_ratings: f.records(
      'aba-ratings',
      { column: 'person_id' },
      { help: 'Ratings by the bar association.' }
    ),
    educations: f.records('educations', { column: 'person_id' }, { help: 'Schooling.' }),
    positions: f.links(
      'positions',
      { column: 'person_id' },
      { required: true, help: 'Posts held.' }
    ),
    political_affiliations: f.records(
      'political-affiliations',
      { column: 'person_id' },
      { help: 'Parties.' }
    ),
    is_alias_of: f.link('people', {
      required: true,
      nullable: true,
      help: 'Main record when this is an alias.',
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    date_completed: f.datetime({ nullable: true, help: 'When the record was judged complete.' }),
    fjc_id: f.integer({ nullable: true, help: 'ID at the Federal Judicial Center.' }),
    slug: f.slug({ required: true, maxLength: 158, help: 'Name form used in page paths.' }),
    name_first: f.text({ required: true, maxLength: 50, help: 'First name.' }),
    name_middle: f.text({ maxLength: 50, help: 'Middle name.' }),
    name_last: f.text({ required: true, maxLength: 50, help: 'Last name.' }),
    name_suffix: f.choice(NAME_SUFFIXES, { help: 'Suffix.' }),
    date_dob: f.date({ nullable: true, help: 'Birth date.' }),
    date_granularity_dob: f.choice(DATE_GRANULARITIES, {
      help: 'How precise the birth date is.',
    }),
    date_dod: f.date({ nullable: true, help: 'Death date.' }),
    date_granularity_dod: f.choice(DATE_GRANULARITIES, {
      help: 'How precise the death date is.',
    }),
    dob_city: f.text({ maxLength: 50, help: 'Birth city.' }),
    dob_state: f.choice(US_STATES, { help: 'Birth state.' }),
    dob_country: f.text({ default: 'United States', maxLength: 50, help: 'Birth country.' }),
    dod_city: f.text({ maxLength: 50, help: 'City of death.' }),
    dod_state: f.choice(US_STATES, { help: 'State of death.' }),
    dod_country: f.text({ default: 'United States', maxLength: 50, help: 'Country of death.' }),
    gender: f.choice(GENDERS, { help: 'Gender; a best guess.' }),
    religion: f.choice(RELIGIONS, { help: 'Religion.' }),
    ftm_total_received: f.float({ nullable: true, help: 'Campaign money received.' }),
    ftm_eid: f.text({ nullable: true, maxLength: 30, help: 'Campaign-finance ID.' }),
    has_photo: f.boolean({ default: false, help: 'Whether a photo exists.' }),
  },
  filters: {
    id: is.number(),
    date_created: is.datetime(),
    date_modified: is.datetime(),
    date_dob: is.date(),
    date_dod: is.date(),
    name_first: is.text(),
    name_middle: is.text(),
    name_last: is.text(),
    name_suffix: is.choice('iexact', 'startswith', 'istartswith'),
    is_alias_of: is.key(),
    fjc_id: is.exactNumber(),
    ftm_eid: is.text(),
    dob_city: is.text(),
    dob_state: is.choice('iexact', 'startswith', 'istartswith'),
    dod_city: is.text(),
    dod_state: is.choice('iexact', 'startswith', 'istartswith'),
    gender: is.choice(),
    educations: is.related(),
    political_affiliations: is.related(),
    sources: is.related(),
    aba_ratings: is.related(),
    positions: is.related(),
    opinion_clusters_participating_judges: is.related('clusters', {
      table: 'opinion_cluster_panel',
      from: 'person_id',
      to: 'cluster_id',
    }),
    opinion_clusters_non_participating_judges: is.related('clusters', {
      table: 'opinion_cluster_non_participating_judges',
      from: 'person_id',
      to: 'cluster_id',
    }),
    opinions_written: is.related('opinions', { column: 'author_id' }),
    opinions_joined: is.related('opinions', {
      table: 'opinion_joined_by',
      from: 'person_id',
      to: 'opinion_id',
    }),
    race: is.choices(),
  },
  ordering: ['id', 'date_created', 'date_modified', 'date_dob', 'date_dod', 'name_last'],
  cursor: ['id', 'date_created', 'date_modified'],
})
