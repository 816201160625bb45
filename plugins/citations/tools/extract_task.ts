/** Extracts the citations of a text in a thread, as a report and as data. */
import {
  extractTextCitations,
  type CaseInText,
  type Reference,
  type TextCitations,
  references,
  unresolvedLines,
} from '../lookup/text_citations.js'

export interface ExtractTask {
  text: string
  /** Whether to group references by cited work. */
  resolve: boolean
}

const NONE = 'No citations found.'

/** Maximum number of entries in a list. */
const MAX_LISTED = 1000

export interface Extracted {
  report: string
  data: Record<string, unknown>
}

export default function extract({ text, resolve }: ExtractTask): Extracted {
  const citations = extractTextCitations(text)
  return resolve
    ? { report: groupedReport(citations), data: groupedData(citations) }
    : { report: plainReport(citations), data: plainData(citations) }
}

function plainReport({ all }: TextCitations): string {
  if (!all.length) return NONE
  return [`Found ${all.length} citation(s):`, ...numbered(all.map(referenceText))].join('\n')
}

function plainData({ all }: TextCitations): Extracted['data'] {
  return { count: all.length, citations: all.slice(0, MAX_LISTED) }
}

function groupedData({ all, cases, statutes, unresolved }: TextCitations): Extracted['data'] {
  return {
    count: all.length,
    cases: listed(cases, ({ reports, name, year, references: mentions }) => ({
      citations: reports,
      name,
      year,
      references: mentions.slice(0, MAX_LISTED),
    })),
    statutes: listed(statutes, (each) => ({
      text: each.text,
      references: each.references.slice(0, MAX_LISTED),
    })),
    unresolved: listed(unresolved, (each) => each),
  }
}

/** The first entries of a list and the number of all. */
function listed<T>(entries: readonly T[], shown: (entry: T) => object) {
  return { count: entries.length, items: entries.slice(0, MAX_LISTED).map(shown) }
}

function groupedReport({ all, cases, statutes, unresolved }: TextCitations): string {
  if (!all.length) return NONE
  const unresolvedCount = unresolved.reduce((sum, { count }) => sum + count, 0)
  return [
    `Found ${all.length} citation(s): ${cases.length} unique case(s), ${statutes.length} statute(s), ${unresolvedCount} unresolved.`,
    ...section('Cases', numbered(cases.map(caseText))),
    ...section(
      'Statutes',
      numbered(statutes.map((each) => withReferences(each.text, each.references)))
    ),
    ...section('Unresolved', shortened(unresolvedLines(unresolved))),
  ].join('\n\n')
}

function caseText({ reports, name, year, references: all }: CaseInText): string {
  const about = [name, year].filter((each) => each !== null).join(', ')
  return withReferences(`${reports[0]}${about ? ` (${about})` : ''}`, all)
}

function withReferences(text: string, all: readonly Reference[]): string {
  const lines = shortened(all.map(referenceText))
  return [`${text} — ${references(all.length)}`, ...lines].join('\n   ')
}

function referenceText({ label, text }: Reference): string {
  return `[${label}] "${text}"`
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length ? [[title, ...lines].join('\n')] : []
}

function numbered(entries: readonly string[]): string[] {
  return shortened(entries.map((entry, place) => `${place + 1}. ${entry}`))
}

function shortened(lines: readonly string[]): string[] {
  const more = lines.length - MAX_LISTED
  return more > 0 ? [...lines.slice(0, MAX_LISTED), `and ${more} more`] : [...lines]
}
