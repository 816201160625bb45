import {
  type GeneratedRow,
  type GeneratorContext,
  someDay,
  stamps,
  countDecisions,
  countPeople,
} from './table_generator.js'
import { person as name, place } from './names.js'
import { AFFILIATION_SOURCES, POLITICAL_PARTIES, RACES } from '#plugins/people/public'

const DAY = '%Y-%m-%d'

/** Judges. Every fiftieth person is an alias of the previous one. */
export function* people(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  for (let id = 1; id <= countPeople(context); id++) {
    const [first = '', ...rest] = name(random).full.split(' ')
    const last = rest.pop() ?? first
    const dead = random.chance(0.4)
    yield {
      id,
      ...stamps(random),
      date_completed: null,
      fjc_id: random.chance(0.5) ? id : null,
      slug: `${first}-${last}-${id}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      name_first: first,
      name_middle: rest.join(' ').slice(0, 50),
      name_last: last,
      name_suffix: random.chance(0.04) ? 'jr' : '',
      date_dob: someDay(random, 1900, 1980),
      date_granularity_dob: DAY,
      date_dod: dead ? someDay(random, 1985, 2025) : null,
      date_granularity_dod: dead ? DAY : '',
      dob_city: place(random),
      dob_state: '',
      dob_country: 'United States',
      dod_city: '',
      dod_state: '',
      dod_country: '',
      gender: random.chance(0.7) ? 'm' : 'f',
      religion: '',
      ftm_total_received: null,
      ftm_eid: null,
      has_photo: false,
      is_alias_of_id: id > 1 && id % 50 === 0 ? id - 1 : null,
    }
  }
}

export function* races(): Iterable<GeneratedRow> {
  for (const [index, { value }] of RACES.entries()) yield { id: index + 1, race: value }
}

/** One race for most people, two for some. */
export function* personRaces(context: GeneratorContext): Iterable<GeneratedRow> {
  let id = 0
  for (let person = 1; person <= countPeople(context); person++) {
    const first = context.random.zipf(RACES.length)
    yield { id: ++id, person_id: person, race_id: first + 1 }
    if (context.random.chance(0.03))
      yield { id: ++id, person_id: person, race_id: ((first + 1) % RACES.length) + 1 }
  }
}

/** One or two for each person. */
export function* politicalAffiliations(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  let id = 0
  for (let person = 1; person <= countPeople(context); person++) {
    for (let left = random.chance(0.2) ? 2 : 1; left > 0; left--) {
      yield {
        id: ++id,
        ...stamps(random),
        political_party: POLITICAL_PARTIES[random.zipf(POLITICAL_PARTIES.length)]!.value,
        source: random.pick(AFFILIATION_SOURCES).value,
        date_start: someDay(random, 1960, 2010),
        date_granularity_start: DAY,
        date_end: null,
        date_granularity_end: '',
        person_id: person,
      }
    }
  }
}

/** Links each row of another table to 1 to `most` distinct judges with consecutive IDs. */
function* judgesOf(
  context: GeneratorContext,
  column: string,
  rows: Iterable<number>,
  most: number
): Iterable<GeneratedRow> {
  const judges = countPeople(context)
  let id = 0
  for (const row of rows) {
    const first = context.random.between(0, judges - 1)
    for (let next = context.random.between(1, most); next > 0; next--)
      yield { id: ++id, [column]: row, person_id: ((first + next) % judges) + 1 }
  }
}

function* every(step: number, most: number): Iterable<number> {
  for (let key = step; key <= most; key += step) yield key
}

export const clusterPanels = (context: GeneratorContext) =>
  judgesOf(context, 'cluster_id', every(4, countDecisions(context.dockets)), 3)

export const nonParticipating = (context: GeneratorContext) =>
  judgesOf(context, 'cluster_id', every(50, countDecisions(context.dockets)), 1)

export const joinedBy = (context: GeneratorContext) =>
  judgesOf(context, 'opinion_id', every(5, countDecisions(context.dockets)), 2)

export const docketPanels = (context: GeneratorContext) =>
  judgesOf(context, 'docket_id', every(40, context.dockets), 3)
