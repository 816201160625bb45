/** Generates docket reports; the same seed always produces the same report. */
import { dateText, toDayNumber } from '#app/support/calendar'
import { person } from '#plugins/synthetic_archive/names'
import { Random } from '#app/support/random'
import type { DocketReport } from '../docket_sheet/from_pages/converters.js'
import type { PrintedEntry } from '../docket_sheet/from_pages/entries.js'
import type { PrintedParty } from '../docket_sheet/from_pages/parties.js'
import { entry, report } from './use_pages.js'

const STREAM = 71
const FIRST_DAY = toDayNumber(2024, 1, 2)

/** A report with up to 30 entries and 4 parties. */
export function randomReport(seed: number): DocketReport {
  const random = Random.of(seed, STREAM, 0)
  return report({
    case_name: `${person(random).full} v. ${person(random).full}`,
    date_filed: dateText(FIRST_DAY),
    cause: random.chance(0.5) ? '28:1332 Diversity' : '',
    docket_entries: Array.from({ length: random.between(2, 30) }, (_, at) =>
      randomEntry(random, at + 1)
    ),
    parties: Array.from({ length: random.between(0, 4) }, (_, at) => randomParty(random, at)),
  })
}

/** Two reports of the same case with different entries from different days. */
export function halves(seed: number): [DocketReport, DocketReport] {
  const whole = randomReport(seed)
  const middle = whole.docket_entries[Math.floor(whole.docket_entries.length / 2)]!.date_filed!
  const part = (isFirst: boolean) => ({
    ...whole,
    docket_entries: whole.docket_entries.filter(({ date_filed: day }) => day! < middle === isFirst),
  })
  return [part(true), part(false)]
}

function randomEntry(random: Random, number: number): PrintedEntry {
  const isNumbered = random.chance(0.8)
  return entry(isNumbered ? String(number) : null, {
    date_filed: dateText(FIRST_DAY + Math.floor(number / 2)),
    description: `Filing ${number} of ${person(random).full}`,
    pacer_seq_no: random.chance(0.5) ? String(number) : null,
    ...(isNumbered &&
      random.chance(0.3) && {
        attachments: Array.from({ length: random.between(1, 3) }, (_, at) => ({
          attachment_number: at + 1,
          description: `Exhibit ${at + 1}`,
          page_count: random.between(1, 40),
          pacer_doc_id: `1280${String(number * 10 + at).padStart(8, '0')}`,
        })),
      }),
  })
}

function randomParty(random: Random, place: number): PrintedParty {
  const attorneys = Array.from({ length: random.between(0, 2) }, () => ({
    name: person(random).full,
    contact: `A Firm LLP\n${random.between(1, 99)} Main Street\nNew York, NY 10004\n`,
    roles: [random.pick(['LEAD ATTORNEY', 'PRO HAC VICE'])],
  }))
  return {
    name: `${person(random).full} (${place})`,
    type: random.pick(['Plaintiff', 'Defendant']),
    extra_info: '',
    date_terminated: random.chance(0.2) ? '2024-02-01' : null,
    attorneys,
  }
}
