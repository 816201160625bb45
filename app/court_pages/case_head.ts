import { boldValues } from './page_sections.js'
import { clean } from './text.js'
import {
  getChildNodes,
  elements,
  firstElement,
  getParentNode,
  rawText,
  getTagName,
  getTextContent,
  type Element,
  type Node,
} from './tree.js'

/** The centered header of a page on one case. */
export interface CaseHead {
  /** The docket number with the judges' initials. */
  number: string
  /** The name as printed. */
  name: string
  /** The whole text, and its lines. */
  text: string
  lines: string[]
  /** Values by their bold labels, without colons. */
  labels: Map<string, string>
  /**
   * Names of judges on separate lines, several separated by semicolons; bankruptcy courts print
   * labels instead.
   */
  presiding: string | null
  referral: string | null
  relatedCases: string | null
}

/** Maximum number of centered elements read. */
const MAX_HEADS = 50

const NUMBER = /^(?:\d{1,2}:)?(?:\d-)?\d{2}-[\w-]{2,40}$/

/**
 * The header of the report pages of a court: the case number in bold, its name,
 * judges, and dates.
 *
 * @param root the tree of the page
 * @returns the header, or null if the page has none, as for sealed cases
 */
export function readCaseHead(root: Node): CaseHead | null {
  let found: { center: Element; number: string } | null = null
  for (const center of [...elements(root, 'center')].slice(0, MAX_HEADS)) {
    const bold = firstElement(center, 'b')
    const number = bold ? clean(getTextContent(bold)).split(' ')[0] : ''
    if (!NUMBER.test(number)) continue
    // A wrapper around the page may be centered as well.
    if (!found || isInside(center, found.center)) found = { center, number }
  }
  return found && headOf(found.center, found.number)
}

function isInside(element: Element, outer: Element): boolean {
  for (let node = getParentNode(element); node; node = getParentNode(node))
    if (node === outer) return true
  return false
}

/** The first value of a label. */
export const findLabelValue = ({ labels }: CaseHead, label: RegExp): string | undefined =>
  [...labels].find(([one]) => label.test(one))?.[1]

function headOf(center: Element, number: string): CaseHead {
  const lines = plainLines(center)
  const ending = (end: string) => {
    const found = lines.filter((line) => line.endsWith(end))
    return found.map((line) => line.slice(0, -end.length)).join('; ') || null
  }
  const related = lines.find((line) => /^Related cases?:/i.test(line))
  return {
    number,
    name: nameIn(center),
    text: clean(getTextContent(center)),
    lines,
    labels: boldValues([...elements(center, 'b')]),
    presiding: ending(', presiding'),
    referral: ending(', referral'),
    relatedCases: related ? related.slice(related.indexOf(':') + 1).trim() : null,
  }
}

/** The line after the number, up to a break or a label. */
function nameIn(center: Element): string {
  const nodes = getChildNodes(center)
  const bold = nodes.findIndex((node) => getTagName(node) === 'b')
  let name = ''
  for (const node of nodes.slice(bold + 1)) {
    const isLabel = getTagName(node) === 'b' && clean(getTextContent(node)) !== ''
    if (getTagName(node) === 'br' || getTagName(node) === 'p' || isLabel) break
    name += rawText(node) ?? getTextContent(node)
  }
  return clean(name)
}

/** Texts of the header lines; paragraphs are lines as well. */
function plainLines(center: Element): string[] {
  const lines = ['']
  for (const node of getChildNodes(center)) {
    const parts = getTagName(node) === 'p' ? getChildNodes(node) : [node]
    if (getTagName(node) === 'p') lines.push('')
    for (const part of parts) {
      if (getTagName(part) === 'br') lines.push('')
      else lines[lines.length - 1] += getTextContent(part)
    }
  }
  return lines.map(clean).filter(Boolean)
}
