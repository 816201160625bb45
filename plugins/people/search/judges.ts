import type { Schema } from '#api/openapi/schema'
import { defineSearchType } from '#app/search/define_search_type'
import { selectColumns, metaSql } from '#app/search/sql'
import { CASE_PARAMETERS, period } from '#plugins/case_law/public'
import { POLITICAL_PARTIES, SELECTION_METHODS, US_STATES } from '../resources/codes.js'
import {
  ABOUT,
  PERSON_PATH,
  POSITION_ORDER,
  POSITION_VALUES,
  POSITIONS,
  personName,
} from './judge_values.js'
import type { Choice } from '#api/field_types'

const POSITION = [
  ...Object.entries(POSITION_VALUES).map(([name, { sql }]) => [name, sql] as const),
  ['meta', metaSql('post')] as const,
]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, sql]) => `${sql} AS ${name}`)
  .join(', ')

const ALL_POSITIONS = `(SELECT coalesce(json_agg(
    (SELECT row_to_json(held) FROM (SELECT ${POSITION}) held) ORDER BY ${POSITION_ORDER}), '[]'::json)
  ${POSITIONS})`

/** The schema of `ALL_POSITIONS`. */
const POSITIONS_SHAPE: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        Object.entries(POSITION_VALUES).map(([name, { kind }]) => [
          name,
          kind === 'date' ? { type: ['string', 'null'], format: 'date' } : { type: 'string' },
        ])
      ),
      meta: { type: 'object' },
    },
  },
}

const words = (field: string, of: string) =>
  ({ is: 'text', field, description: `Words in ${of}.` }) as const

/** A parameter whose codes are stored verbatim in the index. */
function codes(field: string, list: Choice[], description: string) {
  return {
    is: 'code',
    field,
    codes: Object.fromEntries(list.map(({ value }) => [String(value), value])),
    meanings: Object.fromEntries(
      list.map(({ value, display_name: name }) => [String(value), name])
    ),
    description,
  } as const
}

const BY_NAME = { name: 'name_reverse', label: 'Name', descending: false }
const BY_BIRTH = { name: 'dob', label: 'Date of birth', descending: false }

/** The search for judges (search.md 2.5). */
export default defineSearchType({
  code: 'p',
  label: 'Judges',
  toolName: 'judge-search',
  description: 'Judges and the positions they held.',
  index: 'people',
  grain: 'parent',
  names: { name: { is: 'name', several: 25, one: 8 } },
  parameters: {
    court: { ...CASE_PARAMETERS.court!, field: 'court_exact' },
    name: words('name', 'the name'),
    ...period('born', 'dob', 'of birth', { recent: false }),
    dob_city: { ...words('dob_city', 'the city of birth'), label: 'City of birth' },
    dob_state: {
      ...codes('dob_state_id', US_STATES, 'Two-letter code of the state of birth.'),
      label: 'State of birth',
    },
    school: words('school', 'the name of a school'),
    appointer: words('appointer', 'the name of the appointing person'),
    selection_method: codes('selection_method_id', SELECTION_METHODS, 'Selection method.'),
    political_affiliation: codes('political_affiliation_id', POLITICAL_PARTIES, 'Political party.'),
  },
  orders: {
    'name_reverse asc': [BY_NAME],
    'dob desc,name_reverse asc': [{ ...BY_BIRTH, descending: true }, BY_NAME],
    'dob asc,name_reverse asc': [BY_BIRTH, BY_NAME],
    'dod desc,name_reverse asc': [
      { name: 'dod', label: 'Date of death', descending: true },
      BY_NAME,
    ],
  },
  standardOrder: 'name_reverse asc',
  results: {
    hits: 'SELECT p.id AS key, :json AS json FROM people p WHERE p.id = ANY($1)',
    fields: {
      ...ABOUT,
      ...selectColumns('p', 'date_granularity_dob', 'date_granularity_dod', 'dob_city', 'id'),
      absolute_url: PERSON_PATH,
      dob: 'p.date_dob',
      dob_state_id: 'p.dob_state',
      dod: 'p.date_dod',
      meta: metaSql('p'),
      name: personName('p'),
      positions: ALL_POSITIONS,
    },
    shapes: { positions: POSITIONS_SHAPE },
    highlighted: {
      name: { level: 'hit' },
      dob_city: { level: 'hit' },
      dob_state_id: { level: 'hit' },
      political_affiliation: { level: 'hit' },
      school: { level: 'hit' },
    },
  },
})
