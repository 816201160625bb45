import { defineTool, type JsonSchema } from '#app/tools/define_tool'
import { MAX_PASTED_LENGTH } from '../lookup/lookup_request.js'
import { citationsOfText, type CaseInText, type Reference } from '../lookup/text_citations.js'
import { references, unresolvedLines } from './analysis/report.js'

interface Arguments {
  text: string
  resolve?: boolean
}

/** Schema of the argument with a text. */
export const TEXT: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_PASTED_LENGTH,
  description: `Text with citations, plain or as HTML: up to ${MAX_PASTED_LENGTH.toLocaleString('en')} characters.`,
}

/** Citations that are listed at most. */
const MAX_LISTED = 1000

/** The citations of a text, without a lookup (tool server, tools 10). */
export default defineTool<Arguments>({
  name: 'extract_citations',
  title: 'Extract Citations',
  description:
    'Finds the citations of a text: cases with all short forms, "id." and "supra" that refer to them, and statutes. Looks nothing up and costs no request; to check citations against the archive, use analyze_citations.',
  position: 10,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: () => ({
    type: 'object',
    properties: {
      text: TEXT,
      resolve: {
        type: ['boolean', 'null'],
        default: true,
        description: 'Whether to group references by what they cite; otherwise they are listed.',
      },
    },
    required: ['text'],
  }),
  example: { text: 'Brown v. Board of Education, 347 U.S. 483 (1954); id. at 490.' },
  async call({ text, resolve = true }) {
    const { all, cases, statutes, unresolved } = citationsOfText(text)
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
  },
})

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
