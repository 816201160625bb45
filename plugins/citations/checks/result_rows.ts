/** The text of a brief check as HTML, and its results as sentences, for pages and reports. */
import { escapeHtml } from '#app/support/escape_html'
import { STATES, type BriefResult, type Check, type CheckName, type CheckState } from './checks.js'

interface StateText {
  label: string
  tone: '' | 'good' | 'warn' | 'bad'
}

/** The compared facts, without a judgment. */
export const STATE_TEXTS: Record<CheckState, StateText> = {
  quotation_not_found: { label: 'Quotation not found', tone: 'bad' },
  name_differs: { label: 'Name differs', tone: 'bad' },
  year_differs: { label: 'Year differs', tone: 'bad' },
  court_differs: { label: 'Court differs', tone: 'bad' },
  page_out_of_range: { label: 'Page out of range', tone: 'bad' },
  ambiguous: { label: 'Several decisions', tone: 'warn' },
  not_in_archive: { label: 'Not in this archive', tone: 'warn' },
  reporter_unknown: { label: 'Unknown reporter', tone: 'warn' },
  not_compared: { label: 'Not compared', tone: '' },
  statute_recognized: { label: 'Statute or rule', tone: '' },
  all_match: { label: 'All checks match', tone: 'good' },
}

const CHECK_LABELS: Record<CheckName, string> = {
  name: 'Name',
  year: 'Year',
  court: 'Court',
  page: 'Page',
  quotation: 'Quotation',
}

/** Sentences about facts that can't be compared. */
const GAPS: Partial<Record<CheckName, (cited: string) => string>> = {
  page: (cited) =>
    `Not compared: page ${cited}. The text in the archive has no page numbers of this reporter.`,
  quotation: (cited) => `Not compared: ${cited}. The archive has no text of this decision.`,
}

export interface ResultRow extends StateText {
  place: number
  citation: string
  name: string | null
  decisions: { name: string; path: string; facts: string }[]
  /** Sentences about what differs. */
  problems: string[]
  /** Sentences about facts that the archive lacks. */
  gaps: string[]
  /** Names of the checks that match: `name, year`. */
  agreeing: string
}

/** Results with problems first, in the order of the text within a state. */
export function buildResultRows(results: readonly BriefResult[]): ResultRow[] {
  return results
    .map((result, place) => ({ result, place }))
    .sort(
      (one, other) =>
        STATES.indexOf(one.result.state) - STATES.indexOf(other.result.state) ||
        one.place - other.place
    )
    .map(({ result, place }) => {
      const { state, citation, name, decision, candidates, checks, uncompared, anchor } = result
      const gaps = uncompared.flatMap(({ check, cited }) => GAPS[check]?.(cited) ?? [])
      const shown = decision ? [decision] : candidates
      return {
        ...STATE_TEXTS[state],
        ...(state === 'all_match' && gaps.length && { label: 'Other checks match' }),
        place,
        citation,
        name,
        decisions: shown.map(({ name: title, path, court, year }) => ({
          name: title,
          path: anchor === null ? path : `${path}#${anchor}`,
          facts: `${court} ${year}`,
        })),
        problems: checks.filter(({ matches }) => matches === false).map(problemText),
        gaps,
        agreeing: [
          ...new Set(
            checks
              .filter(({ matches }) => matches)
              .map(({ check }) => CHECK_LABELS[check].toLowerCase())
          ),
        ].join(', '),
      }
    })
}

function problemText({ check, cited, archived }: Check): string {
  if (check === 'quotation')
    return archived
      ? `${cited} is on ${archived}.`
      : `${cited} isn't in the text that the archive has.`
  if (check === 'page') return `Cited: page ${cited}. Pages of the decision: ${archived}.`
  return `${CHECK_LABELS[check]}: cited as ${cited}, archive has ${archived}.`
}

/** The text as HTML; each citation links to its result. */
export function markCitations(text: string, results: readonly BriefResult[]): string {
  let html = ''
  let end = 0
  for (const [place, { start, end: after, state }] of results.entries()) {
    if (start < end) continue
    const { tone } = STATE_TEXTS[state]
    const classes = tone ? `brief-cite brief-cite-${tone}` : 'brief-cite'
    const shown = escapeHtml(text.slice(start, after))
    html += `${escapeHtml(text.slice(end, start))}<a class="${classes}" id="cite-${place}" href="#result-${place}">${shown}</a><span class="brief-number">[${place + 1}]</span>`
    end = after
  }
  return html + escapeHtml(text.slice(end))
}
