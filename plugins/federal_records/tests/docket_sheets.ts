/** Generates docket sheets; the same docket number always produces the same sheet. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dateText, toDayNumber } from '#app/support/calendar'
import { company, person, place, surname } from '#plugins/synthetic_archive/names'
import { Random } from '#app/support/random'
import type { DocketSheet, SheetAttorney, SheetEntry, SheetParty } from '../docket_sheet/schema.js'

export interface SheetsSize {
  dockets: number
  /** Entries per docket; each has 1.5 documents on average. */
  entries: number
  /** Parties per docket; each has an attorney. */
  parties: number
  /** Courts in the archive. */
  courts: string[]
}

const SEED = 1
/** Streams of random numbers. */
const STREAMS = { docket: 1, attorney: 2, firm: 3 }

/** Attorneys have several dockets, and firms have several attorneys. */
const DOCKETS_PER_ATTORNEY = 5
const ATTORNEYS_PER_FIRM = 4

const PLEADINGS = [
  'COMPLAINT against all defendants. Filing fee $ 405.',
  'NOTICE of Appearance by counsel on behalf of the plaintiffs.',
  'MOTION to Dismiss for failure to state a claim, with a memorandum in support.',
  'ORDER granting in part and denying in part the motion for an extension of time to answer.',
  'LETTER addressed to the court about the conference that was adjourned.',
  'ANSWER to the complaint with a demand for trial by jury.',
]
const PARAGRAPH =
  'The parties have met and conferred and could not agree on the matters set out below. '

/** Writes sheets as JSON Lines for `dockets:import`. */
export async function writeDocketSheets(path: string, size: SheetsSize): Promise<void> {
  const lines = docketSheets(size).map((sheet) => `${JSON.stringify(sheet)}\n`)
  await pipeline(Readable.from(lines), createWriteStream(path))
}

export function* docketSheets(size: SheetsSize): Generator<DocketSheet, undefined> {
  for (let docket = 1; docket <= size.dockets; docket++) yield docketSheet(docket, size)
}

function docketSheet(docket: number, size: SheetsSize): DocketSheet {
  const random = Random.of(SEED, STREAMS.docket, docket)
  const filed = random.between(toDayNumber(2005, 1, 1), toDayNumber(2023, 12, 31))
  const parties = Array.from({ length: size.parties }, (_, index) => party(random, index, size))
  return {
    docket: {
      court_id: random.pick(size.courts),
      docket_number: `1:${dateText(filed).slice(2, 4)}-cv-${String(docket).padStart(5, '0')}`,
      registry_case_id: String(600_000 + docket),
      case_name: `${parties.at(0)!.name} v. ${parties.at(-1)!.name}`,
      date_filed: dateText(filed),
      assigned_to_str: person(random).full,
      cause: '28:1332 Diversity',
      nature_of_suit: 'Contract: Other',
      jury_demand: random.pick(['None', 'Plaintiff', 'Both']),
    },
    docket_entries: Array.from({ length: size.entries }, (_, index) =>
      entry(random, docket, index + 1, filed + 20 * index)
    ),
    parties,
  }
}

function entry(random: Random, docket: number, number: number, day: number): SheetEntry {
  // Courts leave some entries unnumbered.
  const numbered = number % 10 !== 0
  return {
    entry_number: numbered ? number : null,
    date_filed: dateText(day),
    recap_sequence_number: `${dateText(day)}.001`,
    registry_sequence_number: number,
    description: `${random.pick(PLEADINGS)} (${person(random).full}) (Entered: ${dateText(day)})`,
    documents: Array.from({ length: 1 + (number % 2) }, (_, attachment) => {
      const available = random.chance(0.25)
      return {
        document_type: attachment ? 2 : 1,
        document_number: numbered ? String(number) : '',
        attachment_number: attachment || null,
        registry_doc_id: `1270${String(docket * 1000 + number * 2 + attachment).padStart(8, '0')}`,
        description: attachment ? `Exhibit ${attachment}` : 'Main Document',
        is_available: available,
        page_count: available ? random.between(1, 40) : null,
        plain_text: available ? PARAGRAPH.repeat(random.between(5, 30)) : '',
      }
    }),
  }
}

function party(random: Random, index: number, { dockets, parties }: SheetsSize): SheetParty {
  const suing = index < parties / 2
  const { full } = suing ? person(random) : company(random)
  return {
    // Parties with the same name would be merged.
    name: `${full} (${index + 1})`,
    type: suing ? 'Plaintiff' : 'Defendant',
    attorneys: [attorney(1 + random.zipf(Math.ceil(dockets / DOCKETS_PER_ATTORNEY)))],
  }
}

function attorney(number: number): SheetAttorney {
  const random = Random.of(SEED, STREAMS.attorney, number)
  const firm = firmOf(Math.ceil(number / ATTORNEYS_PER_FIRM))
  return {
    name: `${person(random).full} (${number})`,
    contact_raw: `${firm.name}\n${firm.address1}\n${firm.city}, ${firm.state} ${firm.zip_code}\n`,
    phone: `(212) 555-${String(random.between(0, 9999)).padStart(4, '0')}`,
    roles: [
      { role: 2, role_raw: 'LEAD ATTORNEY' },
      { role: 1, role_raw: 'ATTORNEY TO BE NOTICED' },
    ],
    organizations: [firm],
  }
}

function firmOf(number: number) {
  const random = Random.of(SEED, STREAMS.firm, number)
  return {
    name: `${surname(random)} & ${surname(random)} LLP`,
    address1: `${number} Main Street`,
    city: place(random),
    state: 'NY',
    zip_code: String(random.between(10_001, 14_975)),
  }
}
