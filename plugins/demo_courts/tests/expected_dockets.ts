/** Expected parser results for simulated cases. */
import { entryText } from '../simulator/model/case_texts.js'
import type { SimulatedCase, SimulatedEntry, SimulatedParty } from '../simulator/start_simulator.js'

const textOf = (value: string) => value.replace(/\s+/g, ' ').trim()

/** Attorneys; each contact line ends with a line break. */
const attorneysOf = ({ attorneys }: SimulatedParty) =>
  attorneys.map(({ name, contact, roles }) => ({
    name,
    contact: contact.map((line) => `${line}\n`).join(''),
    roles,
  }))

const printed = (date: string) => date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

export function expectedParty(party: SimulatedParty, { alwaysAttorneys = false } = {}) {
  const { name, type, extra, terminated, attorneys, charges } = party
  return {
    type: type.replace(/ \(\d+\)$/, ''),
    name,
    extra_info: [...extra, ...(terminated ? [`TERMINATED: ${printed(terminated)}`] : [])].join(
      '\n'
    ),
    date_terminated: terminated,
    ...((attorneys.length > 0 || alwaysAttorneys) && { attorneys: attorneysOf(party) }),
    ...(charges && {
      criminal_data: {
        counts: charges.counts,
        complaints: charges.complaints,
        highest_offense_level_opening: charges.highestOpening,
        highest_offense_level_terminated: charges.highestTerminated,
      },
    }),
  }
}

export const expectedEntry = (entry: SimulatedEntry) => ({
  date_filed: entry.filed,
  date_entered: entry.entered,
  document_number: entry.number === null ? null : String(entry.number),
  pacer_doc_id: entry.documents[0]?.id ?? null,
  pacer_seq_no: entry.documents.length > 0 ? String(entry.sequence) : null,
  description: textOf(entryText(entry)),
})

/** Sizes as courts print them. */
export function expectedSize(court: string, bytes: number) {
  const [unit, digits] = court.endsWith('b') ? [1_000, 2] : [1_024, 1]
  const text =
    bytes < unit * unit
      ? `${(bytes / unit).toFixed(digits)} KB`
      : `${(bytes / (unit * unit)).toFixed(digits)} MB`
  return { file_size_str: text, file_size_bytes: bytes }
}

/** The document menu of an entry. */
export function expectedMenu(of: SimulatedCase, entry: SimulatedEntry) {
  const [main, ...attachments] = entry.documents
  const sequence = String(entry.sequence)
  return {
    document_number: entry.number,
    pacer_doc_id: main.id,
    pacer_case_id: of.id,
    pacer_seq_no: sequence,
    page_count: main.pages,
    ...expectedSize(of.court, main.bytes),
    attachments: attachments.map((one) => ({
      attachment_number: one.attachment,
      description: one.description,
      pacer_doc_id: one.id,
      pacer_seq_no: sequence,
      page_count: one.pages,
      ...expectedSize(of.court, one.bytes),
    })),
  }
}
