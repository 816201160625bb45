/**
 * A result as people see it. Texts are HTML: escaped, with the marks of the
 * search in them.
 */
import type { Reader } from '#app/database/reader'
import string from '@adonisjs/core/helpers/string'
import { dateInWords } from '#app/web/dates'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { snippetOfMarked } from '#app/search_engine/highlight/highlight'
import type { ResultObject } from '#app/search/results/result_rows'
import type { SearchAddress } from './address.js'

export interface Card {
  url: string
  title: string
  /** In one line. */
  facts: string
  snippet: string
  children: Card[]
  /** How often it is cited; 0 where that is not said. */
  cited: number
  /** Address of the search for more of its children that match than are shown; empty where all are. */
  more: string
}

/** Cards of the results of a search, with what pages show of each besides. */
export async function cardsOf(
  type: SearchTypeDefinition,
  results: ResultObject[],
  { reader, at }: { reader: Reader; at: SearchAddress }
): Promise<Card[]> {
  const { shownOnPages } = type.results
  const rows =
    shownOnPages && results.length
      ? await reader.rows(shownOnPages, [results.map(({ id }) => id)])
      : []
  const shown = new Map(rows.map(([key, json]) => [key, JSON.parse(json!) as ResultObject]))
  return results.map((result) => ({
    ...cardOf(type, { ...shown.get(String(result.id)), ...result }),
    more: moreOf(type, result, at),
  }))
}

/** The search within one result, which shows more of its children. */
function moreOf(
  { results: { children } }: SearchTypeDefinition,
  result: ResultObject,
  at: SearchAddress
): string {
  if (!children?.more || !children.wideWhen || result.meta?.[children.more] !== true) return ''
  const { field } = children.wideWhen
  const q = at.typed('q')
  if (q.includes(`${field}:`)) return ''
  const one = `${field}:${String(result[field])}`
  return at.with({ q: q ? `(${q}) AND ${one}` : one })
}

export function cardOf(type: SearchTypeDefinition, result: ResultObject): Card {
  const { children } = type.results
  const listed = children ? (result[children.list] as ResultObject[]) : []
  return {
    ...card(result),
    // Opinions have no page of their own.
    children: leadFirst(listed).map((child, at) => {
      const shown = card(child)
      const snippet = at < MOST_SNIPPETS ? shown.snippet : ''
      const title = kindOf(type, child) ?? shown.title
      return { ...shown, title, snippet, url: shown.url || card(result).url }
    }),
  }
}

/** The kind of a child, as its filter calls it. */
function kindOf({ parameters }: SearchTypeDefinition, { type }: ResultObject): string | undefined {
  return Object.values(parameters)
    .map((parameter) => (parameter.is === 'code' ? parameter.meanings[String(type)] : undefined))
    .find(Boolean)
}

function card(result: ResultObject): Card {
  return {
    url: firstOf(result, ['absolute_url', 'docket_absolute_url']),
    title: marked(
      documentOfCase(result) ||
        firstOf(result, ['caseName', 'name', 'short_description', 'description']) ||
        string.sentenceCase(firstOf(result, ['type'])) ||
        documentTitle(result)
    ),
    facts: marked(factsOf(result).join(' · ')),
    snippet: marked(snippetOf(result)),
    children: [],
    cited: Number(result.citeCount ?? 0),
    more: '',
  }
}

/** Snippets of a result; the others are in the decision. */
const MOST_SNIPPETS = 2
/** Kinds of opinions that speak for the court. */
const LEADING = /^(combined|lead|plurality|unanimous)/

/** What the court says comes before what single judges say. */
function leadFirst(children: ResultObject[]): ResultObject[] {
  const leads = (child: ResultObject) => LEADING.test(String(child.type ?? ''))
  return [...children.filter(leads), ...children.filter((child) => !leads(child))]
}

/** A fact about a result, and its label. */
const FACTS: Record<string, string> = {
  court: '',
  court_citation_string: '',
  dateFiled: 'filed ',
  dateArgued: 'argued ',
  entry_date_filed: 'filed ',
  docketNumber: 'No. ',
  citation: '',
  judge: '',
  assignedTo: '',
  dob: 'born ',
  school: '',
}

const OF_ARGUMENT = ['dateArgued', 'judge']
const DATES = /^date|_date_|^dob$/

function factsOf(result: ResultObject): string[] {
  return (
    Object.entries(FACTS)
      .filter(([name]) => name !== 'court_citation_string' || !result.court)
      // A decision is identified by its day, number and citations; the rest is on its page.
      .filter(([name]) => !result.opinions || !OF_ARGUMENT.includes(name))
      .map(([name, before]) => {
        const value = result[name]
        const text = Array.isArray(value) ? value.slice(0, 3).join(', ') : String(value ?? '')
        const label = text.startsWith(before) ? '' : before
        return text && label + (DATES.test(name) ? dateInWords(text) : text)
      })
      .filter(Boolean)
  )
}

/** Of the text, or of the entry's description where only that matches and it is not the title. */
function snippetOf({ snippet, description, short_description: title }: ResultObject): string {
  const ofText = String(snippet ?? '')
  if (!title || !description || ofText.includes('<mark>')) return ofText
  return snippetOfMarked(String(description)) ?? ofText
}

/** A document as a result: its case, and what it is. */
function documentOfCase(result: ResultObject): string {
  const { caseName, docket_entry_id: entry } = result
  if (!caseName || entry === undefined) return ''
  const what = firstOf(result, ['short_description', 'description']) || documentTitle(result)
  return `${String(caseName)}: ${what}`
}

function documentTitle({ document_number: number, attachment_number: attachment }: ResultObject) {
  if (!number) return 'Document'
  return attachment ? `Document ${number}, attachment ${attachment}` : `Document ${number}`
}

function firstOf(result: ResultObject, names: string[]): string {
  const name = names.find((each) => result[each])
  return name ? String(result[name]) : ''
}

/** Nothing of a text is HTML but the marks. */
function marked(text: string): string {
  return string.escapeHTML(text).replace(/&lt;(\/?mark)&gt;/g, '<$1>')
}
