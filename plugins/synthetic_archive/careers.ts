import {
  type GeneratedRow,
  type GeneratorContext,
  someDay,
  stamps,
  countPeople,
  countSchools,
} from './table_generator.js'
import { place } from './names.js'
import { ABA_RATINGS, DEGREE_LEVELS, RETENTION_TYPES } from '#plugins/people/public'

const DAY = '%Y-%m-%d'

export function* schools(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  for (let id = 1; id <= countSchools(context); id++) {
    yield {
      id,
      ...stamps(random),
      name: `${random.pick(SCHOOLS)(place(random))} ${id}`,
      ein: random.chance(0.5) ? 100_000_000 + id : null,
      is_alias_of_id: id > 1 && id % 40 === 0 ? id - 1 : null,
    }
  }
}

const SCHOOLS = [
  (name: string) => `University of ${name}`,
  (name: string) => `${name} College`,
  (name: string) => `${name} State University`,
  (name: string) => `${name} School of Law`,
]

/** Two education records for each person. */
export function* educations(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  const people = countPeople(context)
  const most = countSchools(context)
  for (let id = 1; id <= people * 2; id++) {
    yield {
      id,
      ...stamps(random),
      degree_level: random.pick(DEGREE_LEVELS).value,
      degree_detail: '',
      degree_year: random.between(1920, 2005),
      person_id: Math.ceil(id / 2),
      school_id: random.zipf(most) + 1,
    }
  }
}

/** Three positions for each person: private practice, then two courts. */
export function* positions(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  const people = countPeople(context)
  const most = countSchools(context)
  const courts = context.sample('courts').map(({ id }) => id!)
  for (let id = 1; id <= people * 3; id++) {
    const step = (id - 1) % 3
    const judge = step > 0
    const start = someDay(random, 1950 + 20 * step, 1969 + 20 * step)
    const ended = random.chance(0.7)
    yield {
      id,
      ...stamps(random),
      position_type: judge ? 'jud' : random.chance(0.5) ? 'prac' : null,
      job_title: judge ? '' : 'Partner',
      sector: judge ? 2 : 1,
      organization_name: judge ? null : `${place(random)} Law Firm`,
      location_city: place(random),
      location_state: '',
      date_nominated: judge ? start : null,
      date_elected: null,
      date_recess_appointment: null,
      date_referred_to_judicial_committee: null,
      date_judicial_committee_action: null,
      judicial_committee_action: '',
      date_hearing: null,
      date_confirmation: judge ? start : null,
      date_start: start,
      date_granularity_start: DAY,
      date_termination: ended ? someDay(random, 1991 + 12 * step, 2002 + 12 * step) : null,
      termination_reason: '',
      date_granularity_termination: ended ? DAY : '',
      date_retirement: null,
      nomination_process: '',
      vote_type: '',
      voice_vote: judge ? random.chance(0.5) : null,
      votes_yes: judge ? random.between(50, 99) : null,
      votes_no: judge ? random.between(0, 48) : null,
      votes_yes_percent: null,
      votes_no_percent: null,
      how_selected: judge ? 'a_pres' : '',
      has_inferred_values: false,
      appointer_id: judge && id > 30 ? random.between(1, 10) * 3 - 2 : null,
      court_id: judge ? random.pick(courts) : null,
      person_id: Math.ceil(id / 3),
      predecessor_id: judge && random.chance(0.5) ? random.between(1, people) : null,
      school_id: !judge && random.chance(0.05) ? random.between(1, most) : null,
      supervisor_id: null,
    }
  }
}

/** One retention event for every tenth position. */
export function* retentionEvents(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  const most = Math.floor((countPeople(context) * 3) / 10)
  for (let id = 1; id <= most; id++) {
    const yes = random.between(40, 90)
    yield {
      id,
      ...stamps(random),
      retention_type: random.pick(RETENTION_TYPES).value,
      date_retention: someDay(random, 1990, 2024),
      votes_yes: yes * 1000,
      votes_no: (100 - yes) * 1000,
      votes_yes_percent: yes,
      votes_no_percent: 100 - yes,
      unopposed: false,
      won: yes >= 50,
      position_id: id * 10 - 1,
    }
  }
}

/** One rating for every fourth person. */
export function* abaRatings(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  for (let id = 1; id <= countPeople(context) / 4; id++) {
    yield {
      id,
      ...stamps(random),
      year_rated: random.between(1970, 2024),
      rating: random.pick(ABA_RATINGS).value,
      person_id: id * 4,
    }
  }
}

/** One source for each person. */
export function* sources(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  for (let id = 1; id <= countPeople(context); id++) {
    yield {
      id,
      ...stamps(random),
      url: `https://example.org/judges/${id}`,
      date_accessed: someDay(random, 2015, 2025),
      notes: '',
      person_id: id,
    }
  }
}
