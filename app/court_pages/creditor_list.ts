import { isOfKind } from './recognition.js'
import { attribute, elements, parseHtml } from './tree.js'

/** The creditors of a bankruptcy case, formatted for letter labels. */
export interface CreditorList {
  court_id: string
  /** A line per creditor with fields separated by `|`; null if the case has no creditors. */
  data: string | null
}

const MATRIX = /^\s{0,100}1\|[^|]/
const OTHER_TYPE = /You entered a non-bankruptcy type case:/i

/**
 * The list of creditors of a case.
 *
 * @param source the page, or the text to which its form links
 * @param court the court's ID in the system
 * @returns the list, without data if the case has no creditors or isn't a bankruptcy case;
 *   null if the page is another kind
 */
export function parseCreditorList(source: string, court: string): CreditorList | null {
  if (OTHER_TYPE.test(source)) return { court_id: court, data: null }
  if (!isOfKind('creditor_list', source)) return null
  return { court_id: court, data: MATRIX.test(source) ? source.trim() : hiddenData(source) }
}

/** The list in the form that sends it to the program for labels. */
function hiddenData(source: string): string | null {
  const inputs = [...elements(parseHtml(source), 'input')]
  const own =
    inputs.find((input) => attribute(input, 'name') === 'data') ??
    inputs.find((input) => MATRIX.test(attribute(input, 'value') ?? ''))
  return (own && attribute(own, 'value')?.trim()) || null
}
