/**
 * Search results on pages. Texts are escaped HTML with `<mark>` elements.
 */
import type { Reader } from '#app/database/reader'
import string from '@adonisjs/core/helpers/string'
import { dateInWords } from '#app/web/dates'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { snippetOfMarked } from '#app/search_engine/highlight/highlight'
import type { ResultObject } from '#app/search/results/result_rows'
import type { SampleKind, SampleRecords } from '#api/sample_records'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import { findSampleKinds } from '../sample_results.js'
import type { SearchAddress } from './address.js'

export interface Card {
  url: string
  title: string
  /** Facts in one line. */
  facts: string
  snippet: string
  children: Card[]
  /** Set for records of the sample archive. */
  sample?: SampleKind
  /** Whether it was found by its meaning. */
  isSimilar: boolean
  /** Number of citations; 0 if unknown. */
  cited: number
  /** URL of a search for more matching children; empty if all are shown. */
  more: string
}

/** Creates cards for results, with additional fields that only pages show. */
export async function buildResultCards(
  { type, index }: { type: SearchTypeDefinition; index: SearchIndexDefinition },
  results: ResultObject[],
  { reader, samples, at }: { reader: Reader; samples: SampleRecords; at: SearchAddress }
): Promise<Card[]> {
  const { shownOnPages } = type.results
  const rows =
    shownOnPages && results.length
      ? await reader.rows(shownOnPages, [results.map(({ id }) => id)])
      : []
  const shown = new Map(rows.map(([key, json]) => [key, JSON.parse(json!) as ResultObject]))
  const kinds = await findSampleKinds(samples, { type, index }, results)
  return results.map((result, place) => ({
    ...buildResultCard(type, { ...shown.get(String(result.id)), ...result }),
    sample: kinds[place],
    more: moreOf(type, result, at),
  }))
}

/** Returns the search within one result, which shows more of its children. */
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

export function buildResultCard(type: SearchTypeDefinition, result: ResultObject): Card {
  const { children } = type.results
  const listed = children ? (result[children.list] as ResultObject[]) : []
  return {
    ...card(result),
    // Opinions have no separate page.
    children: leadFirst(listed).map((child, at) => {
      const shown = card(child)
      const snippet = at < MOST_SNIPPETS ? shown.snippet : ''
      const title = kindOf(type, child) ?? shown.title
      return { ...shown, title, snippet, url: shown.url || card(result).url }
    }),
  }
}

/** Returns the label of a child's type from the filter. */
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
    isSimilar: result.meta?.similar === true,
    cited: Number(result.citeCount ?? 0),
    more: '',
  }
}

/** Maximum number of snippets per result. */
const MOST_SNIPPETS = 2
/** Types of opinions of the court. */
const LEADING = /^(combined|lead|plurality|unanimous)/

/** Puts opinions of the court before those of single judges. */
function leadFirst(children: ResultObject[]): ResultObject[] {
  const leads = (child: ResultObject) => LEADING.test(String(child.type ?? ''))
  return [...children.filter(leads), ...children.filter((child) => !leads(child))]
}

/** Facts of results with their labels. */
const FACTS: Record<string, string> = {
  describingCaseName: 'described in ',
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
      // A decision is identified by its date, number, and citations; the rest is on its page.
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

/** Returns the snippet of the text, or of the entry's description if only that matches. */
function snippetOf({ snippet, description, short_description: title }: ResultObject): string {
  const ofText = String(snippet ?? '')
  if (!title || !description || ofText.includes('<mark>')) return ofText
  return snippetOfMarked(String(description)) ?? ofText
}

/** Returns the title of a document: case name and description. */
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

/** Escapes a text except for its `<mark>` elements. */
function marked(text: string): string {
  return string.escapeHTML(text).replace(/&lt;(\/?mark)&gt;/g, '<$1>')
}
