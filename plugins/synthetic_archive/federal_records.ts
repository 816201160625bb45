import {
  type GeneratedRow,
  type GeneratorContext,
  scaleRowCount,
  someDay,
  stamps,
} from './table_generator.js'
import { company, person } from './names.js'
import { dateText } from '#app/support/calendar'
import { DocketRows } from './case_law/docket_rows.js'
import { docketFacts, generateDocketNumber } from './case_law/docket_facts.js'
import { LAST_DAY, Plan } from './case_law/plan.js'
import {
  IDB_DATASETS,
  IDB_DISPOSITIONS,
  IDB_JUDGMENTS,
  IDB_JURISDICTIONS,
  IDB_ORIGINS,
  IDB_PROGRESS,
  NATURES_OF_SUIT,
} from '#plugins/federal_records/public/idb_codes'

type Sized = Pick<GeneratorContext, 'dockets'>

/** Number of rows of the integrated database. Their IDs start at 1. */
export const countReports = (context: Sized) => scaleRowCount(context, 20, 10)

/** Number of appeals with an originating court. Their IDs start at 1. */
export const countOriginatingCourts = (context: Sized) => scaleRowCount(context, 100, 4)

/** Reports of the district courts about their cases. */
export function* integratedDatabase(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  const plan = new Plan(context)
  const behind = new DocketRows(context, 'district', countReports(context))
  for (let id = 1; id <= countReports(context); id++) {
    const docket = docketFacts(plan, behind.getDocketId(id))
    const end = docket.filed + random.between(30, 1500)
    const ended = end <= LAST_DAY
    yield {
      id,
      ...stamps(random),
      dataset_source: random.pick(IDB_DATASETS).value,
      office: String(random.between(0, 9)),
      docket_number: generateDocketNumber(plan, docket).core,
      origin: random.pick(IDB_ORIGINS).value,
      date_filed: dateText(docket.filed),
      jurisdiction: random.pick(IDB_JURISDICTIONS).value,
      nature_of_suit: random.pick(NATURES_OF_SUIT).value,
      title: String(random.between(1, 50)),
      section: String(random.between(1, 3000)),
      subsection: '',
      diversity_of_residence: null,
      class_action: random.chance(0.02) ? true : null,
      monetary_demand: random.between(0, 9999),
      county_of_residence: random.between(1000, 56_000),
      arbitration_at_filing: '',
      arbitration_at_termination: '',
      multidistrict_litigation_docket_number: '',
      plaintiff: person(random).usual.toUpperCase(),
      defendant: company(random).usual.toUpperCase(),
      date_transfer: null,
      transfer_office: '',
      transfer_docket_number: '',
      transfer_origin: '',
      date_terminated: ended ? dateText(end) : null,
      termination_class_action_status: null,
      procedural_progress: ended ? random.pick(IDB_PROGRESS).value : null,
      disposition: ended ? random.pick(IDB_DISPOSITIONS).value : null,
      nature_of_judgement: null,
      amount_received: null,
      judgment: ended ? random.pick(IDB_JUDGMENTS).value : null,
      pro_se: null,
      year_of_tape: 2021,
      nature_of_offense: '',
      version: null,
      circuit_id: null,
      district_id: docket.court.id,
    }
  }
}

export function* originatingCourts(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  for (let id = 1; id <= countOriginatingCourts(context); id++) {
    const number = `1:${random.between(10, 24)}-cv-${String(random.between(1, 9999)).padStart(5, '0')}`
    yield {
      id,
      ...stamps(random),
      docket_number: number,
      assigned_to_str: person(random).full,
      ordering_judge_str: '',
      court_reporter: '',
      date_disposed: null,
      date_filed: someDay(random, 2005, 2022),
      date_judgment: someDay(random, 2022, 2024),
      date_judgment_eod: null,
      date_filed_noa: someDay(random, 2024, 2025),
      date_received_coa: null,
      assigned_to_id: null,
      ordering_judge_id: null,
      docket_number_raw: number,
    }
  }
}

/** One for every hundredth docket. */
export function* bankruptcies(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  for (let docket = 100, id = 1; docket <= context.dockets; docket += 100, id++) {
    yield {
      id,
      ...stamps(random),
      date_converted: null,
      date_last_to_file_claims: null,
      date_last_to_file_govt: null,
      date_debtor_dismissed: null,
      chapter: random.pick(['7', '11', '13']),
      trustee_str: random.chance(0.7) ? person(random).full : '',
      docket_id: docket,
    }
  }
}

const TAGS = ['antitrust', 'bellwether', 'class-action', 'first-day', 'multidistrict', 'privacy']

export function* siteTags({ random }: GeneratorContext): Iterable<GeneratedRow> {
  for (const [at, name] of TAGS.entries()) yield { id: at + 1, ...stamps(random), name }
}

/** One tag for every fiftieth docket. */
export function* docketTags(context: GeneratorContext): Iterable<GeneratedRow> {
  for (let docket = 50, id = 1; docket <= context.dockets; docket += 50, id++)
    yield { id, docket_id: docket, tag_id: context.random.between(1, TAGS.length) }
}
