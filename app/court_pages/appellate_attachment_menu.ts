import { listedDocuments, type AppellateDocument } from './appellate_documents.js'
import { parseHtml } from './tree.js'

/** The documents of one filing, the main document among them. */
export interface AppellateAttachmentMenu {
  /** The lowest ID of the page, which is the main document's. */
  pacer_doc_id: string
  pacer_case_id: string | null
  pacer_seq_no: string | null
  attachments: Omit<AppellateDocument, 'file_size_str' | 'pacer_seq_no'>[]
}

/** Whether a page is a menu of documents of the classic appellate system. */
export const isAppellateAttachmentMenu = (source: string): boolean =>
  /\d Documents? (?:is|are) attached to this filing/i.test(source)

/**
 * The menu of the documents of a filing, of the classic appellate system.
 *
 * @param source the page, including its scripts, which contain the case ID
 * @returns the menu, or null if the page is another kind
 */
export function parseAppellateAttachmentMenu(source: string): AppellateAttachmentMenu | null {
  if (!isAppellateAttachmentMenu(source)) return null
  const documents = listedDocuments(parseHtml(source))
  const ids = documents.map(({ pacer_doc_id: id }) => id).filter((id) => id !== null)
  if (ids.length === 0) return null
  const attachments = documents.map((document) => {
    delete document.file_size_str
    delete document.pacer_seq_no
    return document
  })
  return {
    pacer_doc_id: ids.reduce((lowest, id) => (serialOf(id) < serialOf(lowest) ? id : lowest)),
    pacer_case_id: /[?&']caseId=(\d{1,12})\b/.exec(scriptOf(source))?.[1] ?? null,
    pacer_seq_no: /[?&]d=(\d{1,12})&(?:amp;)?outputForm\b/.exec(source)?.[1] ?? null,
    attachments,
  }
}

/** IDs of one court have the same length, except the first serial numbers. */
const serialOf = (id: string) => Number(id.slice(4))

/** The page from its first script. */
const scriptOf = (source: string) => source.slice(Math.max(source.search(/<script/i), 0))
