/**
 * A result as people see it. Texts are HTML: escaped, with the marks of the
 * search in them.
 */
import string from '@adonisjs/core/helpers/string'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { snippetOfMarked } from '#app/search_engine/highlight/highlight'
import type { ResultObject } from '#app/search/results/result_rows'

export interface Card {
  url: string
  title: string
  /** In one line. */
  facts: string
  snippet: string
  children: Card[]
  /** More of its children match than are shown. */
  more: boolean
}

export function cardOf(type: SearchTypeDefinition, result: ResultObject): Card {
  const { children } = type.results
  const listed = children ? (result[children.list] as ResultObject[]) : []
  return {
    ...card(result),
    // Opinions have no page of their own.
    children: listed.map((child) => {
      const shown = card(child)
      return { ...shown, url: shown.url || card(result).url }
    }),
    more: !!children?.more && result.meta?.[children.more] === true,
  }
}

function card(result: ResultObject): Card {
  return {
    url: firstOf(result, ['absolute_url', 'docket_absolute_url']),
    title: marked(
      firstOf(result, ['caseName', 'name', 'short_description', 'description']) ||
        string.sentenceCase(firstOf(result, ['type'])) ||
        documentTitle(result)
    ),
    facts: marked(factsOf(result).join(' · ')),
    snippet: marked(snippetOf(result)),
    children: [],
    more: false,
  }
}

/** A fact about a result, and its label. */
const FACTS: Record<string, string> = {
  court: '',
  court_citation_string: '',
  dateFiled: 'filed ',
  dateArgued: 'argued ',
  entry_date_filed: 'filed ',
  docketNumber: '',
  citation: '',
  judge: '',
  assignedTo: '',
  dob: 'born ',
  school: '',
}

function factsOf(result: ResultObject): string[] {
  return Object.entries(FACTS)
    .filter(([name]) => name !== 'court_citation_string' || !result.court)
    .map(([name, before]) => {
      const value = result[name]
      const text = Array.isArray(value) ? value.slice(0, 3).join(', ') : String(value ?? '')
      return text && before + text
    })
    .filter(Boolean)
}

/** Of the text, or of the entry's description where only that matches and it is not the title. */
function snippetOf({ snippet, description, short_description: title }: ResultObject): string {
  const ofText = String(snippet ?? '')
  if (!title || !description || ofText.includes('<mark>')) return ofText
  return snippetOfMarked(String(description)) ?? ofText
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
