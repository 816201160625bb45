/**
 * Values of judges and their positions, for the index and the results. In SQL, `p` is the alias of
 * people, `post` of positions, and `court` of their courts.
 */
import { segmentSql } from '#api/columns'
import type { SearchField } from '#app/search/define_search_index'
import { labelSql, listSql } from '#app/search/sql'
import { COURTS_BELOW } from '#plugins/case_law/public'
import {
  ABA_RATINGS,
  GENDERS,
  JUDICIAL_COMMITTEE_ACTIONS,
  JUDICIAL_POSITION_TYPES,
  NOMINATION_PROCESSES,
  POLITICAL_PARTIES,
  POSITION_TYPES,
  RACES,
  RELIGIONS,
  SELECTION_METHODS,
  TERMINATION_REASONS,
  US_STATES,
  NAME_SUFFIXES,
} from '../resources/codes.js'
import type { Choice } from '#api/field_types'

const suffix = (row: string) => `nullif(${labelSql(NAME_SUFFIXES, `${row}.name_suffix`)}, '')`

/** `William Johnson Jr.` */
export function personName(row: string): string {
  return `concat_ws(' ', nullif(${row}.name_first, ''), nullif(${row}.name_middle, ''), nullif(${row}.name_last, ''), ${suffix(row)})`
}

/** `Johnson, William, Jr.` */
export function reversedName(row: string): string {
  return `concat_ws(', ', nullif(${row}.name_last, ''), nullif(concat_ws(' ', nullif(${row}.name_first, ''), nullif(${row}.name_middle, '')), ''), ${suffix(row)})`
}

/** Names of people by ID, for facets. */
export const NAMED_PEOPLE = `SELECT p.id::text, ${personName('p')}, NULL FROM people p WHERE p.id = ANY($1::bigint[])`

/** The name of the person that a column refers to; empty if null. */
export function nameOfPerson(column: string): string {
  return `coalesce((SELECT ${personName('named')} FROM people named WHERE named.id = ${column}), '')`
}

const JUDICIAL = JUDICIAL_POSITION_TYPES.map(({ value }) => `'${value}'`).join(', ')

/** People with a judicial position, excluding aliases. */
export const IS_JUDGE = `p.is_alias_of_id IS NULL AND EXISTS (
  SELECT 1 FROM positions held WHERE held.person_id = p.id AND held.position_type IN (${JUDICIAL}))`

/** The path of a person's page. */
export const PERSON_PATH = `'/person/' || p.id || '/' || ${segmentSql('p.slug')} || '/'`

/** A list of a person's values; lists of names and of their codes have the same order. */
function listOf(value: string, table: string, order = 'one.id'): string {
  return listSql(`SELECT ${value} FROM ${table} WHERE one.person_id = p.id ORDER BY ${order}`)
}

const PARTIES = 'political_affiliations one'
const SCHOOLS = 'educations one JOIN schools school ON school.id = one.school_id'
const RACES_OF = 'person_races one JOIN races race ON race.id = one.race_id'
const ALIASES = 'FROM people alias WHERE alias.is_alias_of_id = p.id ORDER BY alias.id'

export const ABOUT = {
  aba_rating: listOf(labelSql(ABA_RATINGS, 'one.rating'), 'aba_ratings one'),
  alias: listSql(`SELECT ${personName('alias')} ${ALIASES}`),
  alias_ids: listSql(`SELECT alias.id ${ALIASES}`),
  dob_state: labelSql(US_STATES, 'p.dob_state'),
  fjc_id: `coalesce(p.fjc_id::text, '')`,
  gender: labelSql(GENDERS, 'p.gender'),
  political_affiliation: listOf(labelSql(POLITICAL_PARTIES, 'one.political_party'), PARTIES),
  political_affiliation_id: listOf('one.political_party', PARTIES),
  races: listOf(labelSql(RACES, 'race.race'), RACES_OF),
  religion: labelSql(RELIGIONS, 'p.religion'),
  school: listOf('school.name', SCHOOLS),
}

interface PositionValue {
  kind: SearchField['kind']
  sql: string
  /** Weight of the field in the ranking of unqualified terms. */
  weight?: number
  tree?: string
  names?: SearchField['names']
}

const label = (codes: Choice[], column: string, weight?: number): PositionValue => ({
  kind: 'text',
  sql: labelSql(codes, `post.${column}`),
  weight,
})
const person = (column: string): PositionValue => ({
  kind: 'text',
  sql: nameOfPerson(column),
  weight: 0.3,
  names: 'person',
})
const text = (sql: string, weight?: number): PositionValue => ({
  kind: 'text',
  sql: `coalesce(${sql}, '')`,
  weight,
})
const code = (sql: string): PositionValue => ({ kind: 'keyword', sql: `coalesce(${sql}, '')` })

const DATES = [
  'date_confirmation',
  'date_elected',
  'date_hearing',
  'date_judicial_committee_action',
  'date_nominated',
  'date_recess_appointment',
  'date_referred_to_judicial_committee',
  'date_retirement',
  'date_start',
  'date_termination',
]

/** Values of a position (search.md 2.5). */
export const POSITION_VALUES: Record<string, PositionValue> = {
  appointer: person(
    '(SELECT appointing.person_id FROM positions appointing WHERE appointing.id = post.appointer_id)'
  ),
  court: text('court.short_name'),
  court_citation_string: text('court.citation_string', 1),
  court_exact: { ...code('court.id'), tree: COURTS_BELOW },
  court_full_name: text('court.full_name', 1),
  ...Object.fromEntries(DATES.map((name) => [name, { kind: 'date', sql: `post.${name}` }])),
  date_granularity_start: code('post.date_granularity_start'),
  date_granularity_termination: code('post.date_granularity_termination'),
  job_title: text('post.job_title', 1),
  judicial_committee_action: label(JUDICIAL_COMMITTEE_ACTIONS, 'judicial_committee_action', 1),
  nomination_process: label(NOMINATION_PROCESSES, 'nomination_process', 1),
  organization_name: { ...text('post.organization_name', 1), names: 'organization' },
  position_type: label(POSITION_TYPES, 'position_type', 1),
  predecessor: person('post.predecessor_id'),
  selection_method: label(SELECTION_METHODS, 'how_selected', 1),
  selection_method_id: code('post.how_selected'),
  supervisor: person('post.supervisor_id'),
  termination_reason: label(TERMINATION_REASONS, 'termination_reason', 1),
}

export const POSITIONS =
  'FROM positions post LEFT JOIN courts court ON court.id = post.court_id WHERE post.person_id = p.id'
export const POSITION_ORDER = 'post.date_start NULLS LAST, post.id'

/** Non-empty values of a field in all positions. */
export function ofPositions({ kind, sql }: PositionValue): string {
  const known = kind === 'date' ? `${sql} IS NOT NULL` : `${sql} <> ''`
  return listSql(`SELECT ${sql} ${POSITIONS} AND ${known} ORDER BY ${POSITION_ORDER}`)
}
