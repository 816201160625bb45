import { attribute, elements, parseHtml } from './tree.js'

/** The creditors of a bankruptcy case, formatted for letter labels. */
export interface CreditorList {
  court_id: string
  /** A line per creditor with fields separated by `|`; null if the case has no creditors. */
  data: string | null
}

const FORM = /<form\b[^>]{0,300}\bname=["']?bnc\b/i
const MATRIX = /^\s*1\|Label Matrix for local noticing\|/
const NONE = /Your requested case .{1,60} does not have creditors/i
const OTHER_TYPE = /You entered a non-bankruptcy type case:/i

/** Whether a page is a list of creditors: the form, the list, or the message that the list is empty. */
export const isCreditorList = (source: string): boolean =>
  FORM.test(source) || MATRIX.test(source) || NONE.test(source)

/**
 * The list of creditors of a case.
 *
 * @param source the page, or the text to which its form links
 * @param court the court's ID in the system
 * @returns the list, without data if the case has no creditors or isn't a bankruptcy case;
 *   null if the page is another kind
 */
export function parseCreditorList(source: string, court: string): CreditorList | null {
  if (MATRIX.test(source)) return { court_id: court, data: source.trim() }
  if (FORM.test(source)) return { court_id: court, data: hiddenData(source) }
  return NONE.test(source) || OTHER_TYPE.test(source) ? { court_id: court, data: null } : null
}

function hiddenData(source: string): string | null {
  for (const input of elements(parseHtml(source), 'input')) {
    if (attribute(input, 'name') === 'data') return attribute(input, 'value')?.trim() || null
  }
  return null
}
