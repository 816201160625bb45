import { Reader } from '#app/database/reader'
import { defineTool, ToolText, type JsonSchema } from '#app/tools/define_tool'
import { ToolError } from '#app/tools/tool_error'
import { buildBriefReport } from '../checks/brief_report.js'
import { checkBrief, findBriefCitations } from '../checks/check_brief.js'
import { CHECK_SCHEMA, KINDS, countStates, type BriefResult } from '../checks/checks.js'
import { buildResultRows, STATE_TEXTS } from '../checks/result_rows.js'
import { MAX_CITATIONS } from '../lookup/look_up.js'
import { MAX_PASTED_LENGTH } from '../lookup/lookup_request.js'

interface Arguments {
  text: string
}

/** Maximum number of citations in a result. */
const MAX_LISTED = 1000

const integer = { type: 'integer' }
const string = { type: 'string' }

const CITATION: Record<string, JsonSchema> = {
  citation: { ...string, description: 'As written.' },
  kind: { ...string, enum: KINDS },
  start_index: { ...integer, description: 'In characters (code points).' },
  end_index: { ...integer, description: 'Exclusive.' },
  cited_name: { type: ['string', 'null'] },
  check: {
    type: 'object',
    description: 'As in citation-lookup with include=checks.',
    ...CHECK_SCHEMA,
  },
  candidates: {
    type: 'array',
    description: 'The compared decision, or several for an ambiguous citation.',
    items: {
      type: 'object',
      properties: {
        cluster_id: integer,
        case_name: string,
        court: string,
        year: integer,
        url: string,
      },
      required: ['cluster_id', 'case_name', 'court', 'year', 'url'],
    },
  },
}

/** The brief check of a text. */
export default defineTool<Arguments>({
  name: 'check_brief',
  title: 'Check Brief',
  description: `Compares each citation of a brief with the archive: name, year, court, cited pages, and quotations. The states show what differs, not whether a decision is good law. A citation that is not in the archive may still exist. Checks up to ${MAX_CITATIONS} full case citations. Costs one API request, and each full case citation toward the citation limit.`,
  after: 'lookup_citation',
  extra: true,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: () => ({
    type: 'object',
    properties: {
      text: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_PASTED_LENGTH,
        description: `Plain text with its paragraphs, up to ${MAX_PASTED_LENGTH.toLocaleString('en')} characters.`,
      },
    },
    required: ['text'],
  }),
  output: () => ({
    type: 'object',
    properties: {
      total: { ...integer, description: 'Number of citations in the text.' },
      states: {
        type: 'object',
        description: 'Number of citations by state, problems first.',
        additionalProperties: integer,
      },
      citations: {
        type: 'array',
        description: `Citations in the order of the text, up to ${MAX_LISTED}.`,
        items: { type: 'object', properties: CITATION, required: Object.keys(CITATION) },
      },
    },
    required: ['total', 'states', 'citations'],
  }),
  example: {
    text: 'Brown v. Board of Education, 347 U.S. 483 (1955), overruled Plessy v. Ferguson, 163 U.S. 537 (1896). See 42 U.S.C. § 1983.',
  },
  async call(args, { api, app, signal, progress }) {
    const text = args.text.replaceAll('\0', ' ').toWellFormed()
    await progress(0, 2, 'Extracting citations')
    const citations = await findBriefCitations(text, { signal })
    const full = citations.flatMap(({ located }) => located?.citation ?? [])
    if (full.length > MAX_CITATIONS)
      throw new ToolError(
        `The text has ${full.length} full case citations. Check at most ${MAX_CITATIONS} in one call, or use analyze_citations.`
      )
    await progress(1, 2, `Comparing ${citations.length} citations`)
    // Counts toward the limits of the caller.
    if (full.length) await api.post('citation-lookup/', { text: full.join('; ') })
    const results = await checkBrief(await app.container.make(Reader), citations, { signal })
    const { origin } = api.caller
    const { states, citations: items } = buildBriefReport(text, results)
    return new ToolText(reportText(results, origin), {
      total: results.length,
      states,
      citations: items.slice(0, MAX_LISTED).map(({ candidates, ...item }) => ({
        ...item,
        candidates: candidates.map(({ absolute_url: path, ...one }) => ({
          ...one,
          url: origin + path,
        })),
      })),
    })
  },
})

/** The results as text, problems first. */
function reportText(results: readonly BriefResult[], origin: string): string {
  if (!results.length) return 'No citations found.'
  const counts = countStates(results).map(
    ([state, count]) => `${STATE_TEXTS[state].label}: ${count}.`
  )
  const rows = buildResultRows(results)
  const lines = rows
    .slice(0, MAX_LISTED)
    .map((row, place) =>
      [
        `${place + 1}. [${row.label}] ${row.citation}${row.name ? ` (${row.name})` : ''}`,
        ...row.problems,
        ...row.decisions.map(
          ({ name, facts, path }) => `Archive: ${name} (${facts}), ${origin}${path}`
        ),
        ...(row.agreeing ? [`Matches: ${row.agreeing}`] : []),
      ].join('\n   ')
    )
  const more = rows.length - MAX_LISTED
  return [
    `Checked ${results.length} citation(s). ${counts.join(' ')}`,
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n\n')
}
