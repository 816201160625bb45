/** Formats the citations of a text in a thread. */
import {
  extractTextCitations,
  type CaseInText,
  type Reference,
  references,
  unresolvedLines,
} from '../lookup/text_citations.js'

export interface ExtractTask {
  text: string
  /** Whether to group references by cited work. */
  resolve: boolean
}

/** Maximum number of entries in a list. */
const MAX_LISTED = 1000

export default function extract({ text, resolve }: ExtractTask): string {
  const { all, cases, statutes, unresolved } = extractTextCitations(text)
  if (!all.length) return 'No citations found.'
  if (!resolve)
    return [`Found ${all.length} citation(s):`, ...numbered(all.map(referenceText))].join('\n')
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
