import { printedDate } from '../pages/markup.js'
import type { SimulatedCase, SimulatedDocument, SimulatedEntry } from './types.js'

/** The docket number with initials and defendant, as reports print it. */
export const fullNumber = ({ number, initials, defendant }: SimulatedCase): string =>
  [number, ...initials, ...(defendant ? [String(defendant)] : [])].join('-')

/** Part of an entry's text: plain text, or a document number that links to the document. */
export type TextPart = string | { number: string; document: SimulatedDocument }

/** An entry's text with its attachments, filer, and date of entry. */
export function entryParts({ text, documents, filer, entered }: SimulatedEntry): TextPart[] {
  const attachments = documents
    .slice(1)
    .flatMap((document, at): TextPart[] => [
      at === 0 ? ' (Attachments: # ' : ', # ',
      { number: String(document.attachment), document },
      ` ${document.description}`,
    ])
  const end = `${attachments.length > 0 ? ')' : ''} (${filer}) (Entered: ${printedDate(entered)})`
  return [text, ...attachments, end]
}

/** The entry's text without links. */
export const entryText = (entry: SimulatedEntry): string =>
  entryParts(entry)
    .map((part) => (typeof part === 'string' ? part : part.number))
    .join('')

/** Date of the last entry. */
export const lastFiling = ({ entries, filed }: SimulatedCase): string =>
  entries.reduce((last, entry) => (entry.filed > last ? entry.filed : last), filed)

/** An appeal's entry with the case number, initials, and time of entry (court-system, 10). */
export const appellateText = (
  { number }: SimulatedCase,
  { text, entered }: SimulatedEntry
): string => `${text} [${number}] (SIM) [Entered: ${printedDate(entered)} 12:25 PM]`
