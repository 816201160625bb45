import type { GeneratedRow, GeneratorContext } from '../table_generator.js'
import type { Random } from '#app/support/random'
import { dateText, DAY, instantText } from '#app/support/calendar'
import { toCaseSlug } from '#plugins/case_law/public'
import { createDocketRows } from './docket_rows.js'
import { docketFacts, generateCaseNames, docketNumber, type DocketFacts } from './docket_facts.js'
import { person, place, surname } from '../names.js'
import { LAST_DAY, Plan } from './plan.js'

/** Dockets 1 to N. */
export function* dockets(context: GeneratorContext): Iterable<GeneratedRow> {
  const plan = new Plan(context)
  const behind = createDocketRows(context, plan)
  for (let id = 1; id <= plan.dockets; id++) yield docketRow(plan, docketFacts(plan, id), behind)
}

/** Sources by group, most frequent first. Each is a bit mask of the source codes. */
const SOURCES: Record<DocketFacts['group'], number[]> = {
  district: [1, 9, 3, 11],
  bankruptcy: [1],
  appellate: [2, 3, 16, 18, 0],
  state: [2, 16, 4, 18, 20, 64, 0],
}

function docketRow(
  plan: Plan,
  docket: DocketFacts,
  behind: ReturnType<typeof createDocketRows>
): GeneratedRow {
  const { id, group, court, created, filed } = docket
  const random = plan.random('docketDetails', id)
  const names = generateCaseNames(plan, docket)
  const number = docketNumber(docket, random)
  const trial = group === 'district' || group === 'bankruptcy'
  const source = SOURCES[group][random.zipf(SOURCES[group].length)]!
  const modified = plan.modified(created, random)

  const terminated = random.chance(0.75) ? filed + Math.floor(1500 * random.next() ** 2) : null
  const closed = terminated !== null && terminated <= LAST_DAY
  const lastFiling =
    trial && random.chance(0.9)
      ? Math.min(LAST_DAY, (terminated ?? filed) + random.between(0, 90))
      : null
  const argued = !trial && random.chance(0.3) ? filed + random.between(60, 400) : null
  const cert = court.id === 'scotus' ? filed + random.between(40, 120) : null
  const granted = cert !== null && random.chance(0.3)
  const blocked = random.chance(0.004)

  const registryId =
    group === 'state' || (group === 'appellate' && !(source & 1)) ? null : String(100_000 + id * 3)
  const archived = trial && random.chance(0.35)
  const path = `https://archive.example.org/download/${court.id}.${registryId}/${court.id}.${registryId}.docket`
  const changed = archived && random.chance(0.2)
  const appeal = appealOf(docket, random)
  const suit = suitOf(docket, random)
  const master =
    group === 'district' && id > 20 && random.chance(0.01) ? masterOf(id, random) : null

  const assigned = trial && random.chance(0.8) ? person(random).full : ''

  return {
    id,
    date_created: instantText(created),
    date_modified: instantText(modified),
    source,
    appeal_from_str: appeal.text,
    assigned_to_str: assigned,
    referred_to_str: number.referred ? person(random).full : '',
    panel_str: group === 'appellate' && random.chance(0.1) ? panel(random) : '',
    date_last_index: random.chance(0.6) ? instantText(modified + random.between(1, 9e8)) : null,
    date_cert_granted: granted ? day(cert) : null,
    date_cert_denied: granted ? null : day(cert),
    date_argued: day(argued),
    date_reargued: argued && random.chance(0.01) ? day(argued + 120) : null,
    date_reargument_denied: argued && random.chance(0.02) ? day(argued + 200) : null,
    date_filed: random.chance(0.97) ? dateText(filed) : null,
    date_terminated: closed ? day(terminated) : null,
    date_last_filing: day(lastFiling),
    case_name_short: names.short,
    case_name: names.usual,
    case_name_full: names.full,
    slug: toCaseSlug(names.usual),
    docket_number: number.number,
    docket_number_core: number.core,
    registry_case_id: registryId,
    cause: suit.cause,
    nature_of_suit: suit.nature,
    jury_demand: suit.cause ? JURY_DEMANDS[random.zipf(JURY_DEMANDS.length)]! : '',
    jurisdiction_type: suit.cause
      ? JURISDICTION_TYPES[random.zipf(JURISDICTION_TYPES.length)]!
      : '',
    appellate_fee_status: group === 'appellate' && random.chance(0.5) ? random.pick(FEES) : '',
    appellate_case_type_information:
      group === 'appellate' && random.chance(0.5) ? random.pick(CASE_TYPES) : '',
    mdl_status: master ? `MDL ${1000 + (master % 2000)}` : '',
    filepath_local: '',
    filepath_ia: archived ? `${path}.html` : '',
    filepath_ia_json: archived ? `${path}.json` : '',
    ia_upload_failure_count: archived ? (random.chance(0.95) ? 0 : random.between(1, 3)) : null,
    ia_needs_upload: archived ? changed : null,
    ia_date_first_change: changed ? instantText(modified - (modified % DAY)) : null,
    view_count: random.chance(0.4) ? random.zipf(5000) : 0,
    date_blocked: blocked ? day(Math.min(LAST_DAY, Math.floor(modified / DAY))) : null,
    blocked,
    appeal_from_id: appeal.court,
    assigned_to_id: assigned ? behind.judgeOf(id) : null,
    court_id: court.id,
    idb_data_id: behind.recordOf(id),
    originating_court_information_id: behind.originOf(id),
    referred_to_id: null,
    federal_dn_case_type: number.caseType,
    federal_dn_office_code: number.office,
    federal_dn_judge_initials_assigned: number.assigned,
    federal_dn_judge_initials_referred: number.referred,
    federal_defendant_number: number.defendant,
    parent_docket_id: master,
    docket_number_raw: number.raw,
    docket_number_source: random.chance(0.85) ? 0 : 1,
  }
}

const FEES = ['Paid', 'Due', 'In Forma Pauperis', 'Not Required']
const CASE_TYPES = [
  'civil, private',
  'civil, united states',
  'criminal',
  'original proceeding',
  'agency',
]

function day(number: number | null): string | null {
  return number === null || number > LAST_DAY ? null : dateText(number)
}

/** Returns the lower court of an appeal: a court of the archive, or only its name. */
function appealOf(
  { group, court }: DocketFacts,
  random: Random
): { court: string | null; text: string } {
  if (group !== 'appellate' && group !== 'state') return { court: null, text: '' }
  if (court.below.length && random.chance(0.85)) {
    return { court: court.below[random.zipf(court.below.length)]!, text: '' }
  }
  return { court: null, text: random.chance(0.6) ? `Superior Court, ${place(random)} County` : '' }
}

function suitOf({ group, kind }: DocketFacts, random: Random): { nature: string; cause: string } {
  if (kind === 'civil' && group === 'district') {
    const [nature, causes] = SUITS[random.zipf(SUITS.length)]!
    return { nature, cause: random.pick(causes) }
  }
  if (kind === 'civil' && group === 'appellate') {
    return { nature: APPEAL_SUITS[random.zipf(APPEAL_SUITS.length)]!, cause: '' }
  }
  return { nature: '', cause: '' }
}

/** Returns the lead case: an earlier case of a district court. */
function masterOf(id: number, random: Random): number {
  return id - 20 * random.between(1, Math.floor((id - 1) / 20))
}

function panel(random: Random): string {
  return [surname(random), surname(random), surname(random)].join(', ')
}

/** Natures of suit with their causes, most frequent first: they are drawn by Zipf's law. */
const SUITS: [natureOfSuit: string, causes: string[]][] = [
  ['440 Civil Rights: Other', ['42:1983 Civil Rights Act', '28:1343 Violation of Civil Rights']],
  ['550 Prisoner: Civil Rights', ['42:1983 Prisoner Civil Rights']],
  [
    '190 Contract: Other',
    ['28:1332 Diversity-Breach of Contract', '28:1332 Diversity-Other Contract'],
  ],
  [
    '863 Social Security: DIWC/DIWW',
    ['42:405 Review of HHS Decision (DIWC)', '42:205 Denial Social Security Benefits'],
  ],
  [
    '530 Prisoner Petition: Habeas Corpus (General)',
    ['28:2254 Petition for Writ of Habeas Corpus (State)'],
  ],
  [
    '442 Civil Rights: Jobs',
    ['42:2000e Job Discrimination (Employment)', '29:623 Job Discrimination (Age)'],
  ],
  [
    '110 Insurance',
    ['28:1332 Diversity-Insurance Contract', '28:1441 Petition for Removal- Insurance Contract'],
  ],
  [
    '360 P.I.: Other',
    ['28:1332 Diversity-Personal Injury', '28:1441 Petition for Removal- Personal Injury'],
  ],
  ['365 Personal Inj. Prod. Liability', ['28:1332 Diversity-Product Liability']],
  ['510 Prisoner: Vacate Sentence', ['28:2255 Motion to Vacate / Correct Illegal Sentence']],
  [
    '480 Consumer Credit',
    ['15:1692 Fair Debt Collection Act', '15:1681 Fair Credit Reporting Act'],
  ],
  ['710 Labor: Fair Standards', ['29:201 Fair Labor Standards Act']],
  ['791 Labor: E.R.I.S.A.', ['29:1132 E.R.I.S.A.-Employee Benefits']],
  ['830 Patent', ['35:271 Patent Infringement']],
  ['840 Trademark', ['15:1114 Trademark Infringement']],
  ['820 Copyright', ['17:101 Copyright Infringement', '17:504 Copyright Infringement']],
  [
    '446 Civil Rights: Americans with Disabilities - Other',
    ['42:12101 Americans with Disabilities Act'],
  ],
  ['350 Motor Vehicle', ['28:1332 Diversity-Auto Negligence']],
  ['890 Other Statutory Actions', ['28:1331 Fed. Question', '5:702 Administrative Procedure Act']],
  ['220 Real Property: Foreclosure', ['28:1345 Foreclosure']],
  ['850 Securities/Commodities', ['15:78m(a) Securities Exchange Act']],
  ['893 Environmental Matters', ['42:7604 Clean Air Act', '33:1319 Clean Water Act']],
  ['465 Other Immigration Actions', ['28:1361 Petition for Writ of Mandamus']],
  ['422 Bankruptcy Appeal (801)', ['28:0158 Notice of Appeal re Bankruptcy Matter']],
  ['340 Marine', ['28:1333 Admiralty']],
  ['870 Taxes', ['26:7402 IRS: Petition to Enforce IRS Summons']],
]

/** Natures of suit of appeals, whose codes have one more digit. */
const APPEAL_SUITS = [
  '3440 Other Civil Rights',
  '3550 Prisoner-Civil Rights',
  '',
  '3190 Other Contract Actions',
  '2442 Employment',
  '3530 Habeas Corpus',
  '4110 Insurance',
  '3890 Other Statutory Actions',
]

const JURISDICTION_TYPES = [
  'Federal Question',
  'Diversity',
  'U.S. Government Defendant',
  'U.S. Government Plaintiff',
]

const JURY_DEMANDS = ['None', 'Plaintiff', '', 'Defendant', 'Both']
