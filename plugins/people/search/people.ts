import { defineSearchIndex, THE_KEYS, type SearchField } from '#app/search/define_search_index'
import { POLITICAL_PARTIES, US_STATES } from '../resources/codes.js'
import {
  ABOUT,
  IS_JUDGE,
  ofPositions,
  PERSON_PATH,
  POSITION_VALUES,
  personName,
  reversedName,
} from './judge_values.js'

/** People appointed by the given people. */
const APPOINTED = `SELECT post.person_id FROM positions post JOIN positions appointing ON appointing.id = post.appointer_id
  WHERE appointing.person_id = ANY($1)`

/** The index of judges; values of their positions are lists. */
export default defineSearchIndex({
  name: 'people',
  label: 'Judges',
  ownRow: 'always',
  documents: {
    parents: { from: 'people p', key: 'p.id', where: IS_JUDGE, date: 'NULL::date' },
  },
  fields: {
    aba_rating: about('aba_rating', { several: true, weight: 1 }),
    absolute_url: {
      kind: 'keyword',
      level: 'parent',
      sql: PERSON_PATH,
    },
    alias: about('alias', { names: 'person', several: true, weight: 1 }),
    alias_ids: about('alias_ids', { kind: 'number', several: true }),
    dob: { kind: 'date', level: 'parent', sql: 'p.date_dob' },
    dob_city: { kind: 'text', level: 'parent', weight: 1, sql: 'p.dob_city' },
    dob_state: about('dob_state'),
    dob_state_id: {
      kind: 'keyword',
      level: 'parent',
      sql: 'p.dob_state',
      values: US_STATES.map(({ value }) => String(value)),
    },
    dod: { kind: 'date', level: 'parent', sql: 'p.date_dod' },
    fjc_id: about('fjc_id', { weight: 1 }),
    gender: about('gender', { weight: 1 }),
    id: { kind: 'number', level: 'parent', sql: 'p.id' },
    name: { kind: 'text', names: 'person', level: 'parent', weight: 8, sql: personName('p') },
    name_reverse: { kind: 'keyword', level: 'parent', sql: reversedName('p') },
    political_affiliation: about('political_affiliation', { several: true, weight: 1 }),
    political_affiliation_id: about('political_affiliation_id', {
      kind: 'keyword',
      several: true,
      values: POLITICAL_PARTIES.map(({ value }) => String(value)),
    }),
    races: about('races', { several: true }),
    religion: about('religion', { weight: 1 }),
    school: about('school', { names: 'organization', several: true, weight: 1 }),
    ...positionFields(),
    court_exact_text: {
      kind: 'text',
      level: 'parent',
      several: true,
      weight: 1,
      sql: ofPositions(POSITION_VALUES.court_exact!),
    },
  },
  follows: {
    people: {
      are: 'parents',
      parents: `SELECT is_alias_of_id AS key FROM people WHERE id = ANY($1)
        UNION SELECT person_id FROM positions WHERE predecessor_id = ANY($1)
        UNION SELECT person_id FROM positions WHERE supervisor_id = ANY($1)
        UNION ${APPOINTED}`,
    },
    positions: { parents: `${THE_KEYS} UNION ${APPOINTED}` },
    educations: { parents: THE_KEYS },
    political_affiliations: { parents: THE_KEYS },
    aba_ratings: { parents: THE_KEYS },
    person_races: { parents: THE_KEYS },
    schools: { parents: 'SELECT person_id AS key FROM educations WHERE school_id = ANY($1)' },
    courts: { parents: 'SELECT person_id AS key FROM positions WHERE court_id = ANY($1)' },
  },
})

function about(name: keyof typeof ABOUT, field: Partial<SearchField> = {}): SearchField {
  return { kind: 'text', level: 'parent', sql: ABOUT[name], ...field }
}

function positionFields(): Record<string, SearchField> {
  return Object.fromEntries(
    Object.entries(POSITION_VALUES).map(([name, value]) => [
      name,
      {
        kind: value.kind,
        level: 'parent',
        several: true,
        weight: value.weight,
        names: value.names,
        tree: value.tree,
        sql: ofPositions(value),
      },
    ])
  )
}
