import { printedDate } from '../pages/markup.js'
import type { SimulatedCase, SimulatedDocument, SimulatedEntry } from './types.js'

/** The docket number with initials and defendant, as reports print it. */
export const fullNumber = ({ number, initials, defendant }: SimulatedCase): string =>
  [number, ...initials, ...(defendant ? [String(defendant)] : [])].join('-')

/** A part of an entry's text: words, or the number of a document, which is a link. */
export type TextPart = string | { number: string; document: SimulatedDocument }

/** An entry's text with its attachments, who filed it, and when it was entered. */
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

/** The text without links. */
export const entryText = (entry: SimulatedEntry): string =>
  entryParts(entry)
    .map((part) => (typeof part === 'string' ? part : part.number))
    .join('')

/** The day of the last entry. */
export const lastFiling = ({ entries, filed }: SimulatedCase): string =>
  entries.reduce((last, entry) => (entry.filed > last ? entry.filed : last), filed)

/** An entry of an appeal: number of the case, initials, and the time of entry (court-system.md, 10). */
export const appellateText = (
  { number }: SimulatedCase,
  { text, entered }: SimulatedEntry
): string => `${text} [${number}] (SIM) [Entered: ${printedDate(entered)} 12:25 PM]`
