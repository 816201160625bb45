import type { GeneratedRow, GeneratorContext } from '#app/bulk/define_bulk_table'
import { company, person } from '#app/bulk/names'
import { shareOf, someDay, stamps } from '#app/bulk/synthetic'
import {
  IDB_DATASETS,
  IDB_DISPOSITIONS,
  IDB_JUDGMENTS,
  IDB_JURISDICTIONS,
  IDB_ORIGINS,
  IDB_PROGRESS,
  NATURES_OF_SUIT,
} from '../resources/idb_codes.js'

/** What the courts report of their cases. */
export function* integratedDatabase(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  const districts = context
    .sample('courts')
    .filter(({ jurisdiction }) => jurisdiction === 'FD')
    .map(({ id }) => id!)
  for (let id = 1; id <= shareOf(context, 20, 10); id++) {
    const ended = random.chance(0.8)
    yield {
      id,
      ...stamps(random),
      dataset_source: random.pick(IDB_DATASETS).value,
      office: String(random.between(0, 9)),
      docket_number: String(random.between(9_000_000, 9_999_999)),
      origin: random.pick(IDB_ORIGINS).value,
      date_filed: someDay(random, 1990, 2020),
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
      date_terminated: ended ? someDay(random, 2020, 2025) : null,
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
      district_id: random.pick(districts),
    }
  }
}

export function* originatingCourts(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  for (let id = 1; id <= shareOf(context, 100, 4); id++) {
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

/** For one docket in a hundred, each at most once. */
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
