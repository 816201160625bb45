/**
 * Reports of citation tools.
 */
import { areNamesAlike } from '#app/citations/case_names/compare_names'
import { references, unresolvedLines } from '../../lookup/text_citations.js'
import type { Decision } from './decisions.js'
import { MAX_LISTED, type Job, type Verdict } from './job.js'
import type { AnalyzedCase } from './job_task.js'
import type { Progress, Refusal } from './verify.js'

/** Maximum seconds to wait for a rate limit. */
export const MAX_WAIT = 90
/** Maximum number of decisions shown for an ambiguous citation. */
export const MAX_CANDIDATES = 10

/** Formats the report of an analysis. */
export function analysisReport(id: string, job: Job, { refusal }: Progress): string {
  const { note, occurrences, cases, statutes, unresolved, verdicts } = job
  const differing = cases.filter((each) => nameDifference(each, verdicts)).length
  return [
    ...(note ? [note] : []),
    [
      'Citation analysis',
      `Job ID: ${id}`,
      `Extraction: ${occurrences} citation(s); ${listCitations(job).length} unique case citation(s) of ${cases.length} case(s); ${statutes.total} statute(s); ${unresolved.occurrences} unresolved`,
      `Verification: ${progressText(job)}`,
      ...pendingText(id, job, refusal),
      ...(differing ? [`Names that differ: ${differing}`] : []),
    ].join('\n'),
    ...section(
      'Cases',
      cases.map((each, place) => caseText(each, place + 1, job))
    ),
    ...section(
      'Statutes',
      statutes.items.map(
        (each, place) => `${place + 1}. ${each.text}: ${references(each.references)}`
      ),
      statutes.total
    ),
    ...section('Unresolved', unresolvedLines(unresolved.items), unresolved.total),
    ...(refusal ? [waitText(id, refusal)] : []),
  ].join('\n\n')
}

/** Formats the report of a resumed analysis. */
export function resumedReport(id: string, job: Job, { verified, refusal }: Progress): string {
  const entries = casesWith(verified, job).map(({ each, place }) => caseText(each, place + 1, job))
  const rest = job.pending.length
    ? `${job.pending.length} remaining. Call resume_citation_analysis with job_id '${id}' for them.`
    : 'All citations verified!'
  return [
    `Job ID: ${id}\n${progressText(job)}\n${rest}`,
    ...section('Newly verified', entries),
    ...(refusal ? [waitText(id, refusal)] : []),
  ].join('\n\n')
}

/** Returns the cases with any of some citations, and their places in the analysis. */
export function casesWith(
  citations: readonly string[],
  { cases }: Job
): { each: AnalyzedCase; place: number }[] {
  const wanted = new Set(citations)
  return cases
    .map((each, place) => ({ each, place }))
    .filter(({ each }) => each.reports.some((report) => wanted.has(report)))
}

/** Returns all citations of an analysis that can be looked up. */
export function listCitations({ verdicts, pending }: Job): string[] {
  return [...Object.keys(verdicts), ...pending]
}

function progressText(job: Job): string {
  const all = listCitations(job).length
  return `${all - job.pending.length} of ${all} verified`
}

function pendingText(id: string, { pending }: Job, refusal: Refusal | null): string[] {
  if (!pending.length || refusal) return pending.length ? [`Pending: ${pending.length}`] : []
  return [`Pending: ${pending.length}. Call resume_citation_analysis with job_id '${id}' for them.`]
}

function waitText(id: string, { message, waitUntil }: Refusal): string {
  if (!waitUntil) return `Nothing more was verified. ${message}`
  const seconds = secondsUntil(waitUntil)
  const how =
    seconds > MAX_WAIT
      ? `Call resume_citation_analysis with job_id '${id}' then; wait=true waits up to ${MAX_WAIT} seconds only.`
      : `Call resume_citation_analysis with job_id '${id}' and wait=true, which waits for it.`
  return `The rate limit is reached: wait ${seconds} second(s), until ${waitUntil.toISOString()} (wait_until). ${how}`
}

/** Returns the whole seconds to wait, at least 1. */
export function secondsUntil(time: Date): number {
  return Math.max(1, Math.ceil((time.getTime() - Date.now()) / 1000))
}

function section(title: string, entries: readonly string[], total = entries.length): string[] {
  if (!entries.length) return []
  const more = total - MAX_LISTED
  const listed = entries.slice(0, MAX_LISTED)
  return [[title, ...listed, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')]
}

function caseText(each: AnalyzedCase, place: number, { verdicts }: Job): string {
  const [first, ...parallel] = each.reports
  const verdict = verdicts[first!]
  const found = verdict?.status === 'FOUND' ? verdict.decision : undefined
  const cited = each.name ?? first!
  const difference = nameDifference(each, verdicts)
  const lines = [
    `${place}. ${found ? `${found.case_name} (${found.date_filed})` : cited}`,
    `Citation: ${first}`,
    ...statusLines(verdict),
    ...(difference ? [difference] : []),
    ...(found ? [`Cluster ID: ${found.cluster_id}`, `URL: ${found.url}`] : []),
    `References: ${referencesText(each.references)}`,
    ...(found && found.citations.length > 1
      ? [`Parallel citations: ${found.citations.filter((other) => other !== first).join('; ')}`]
      : []),
    ...parallel.map((report) => parallelText(report, verdicts[report], found?.cluster_id)),
  ]
  return lines.join('\n   ')
}

function statusLines(verdict: Verdict | undefined): string[] {
  if (!verdict) return ['Status: PENDING']
  switch (verdict.status) {
    case 'FOUND': {
      const { others } = verdict
      const chosen = `the most cited of ${others.length + 1} decisions of this name; the others have the cluster IDs ${others.join(', ')}`
      return [`Status: FOUND${others.length ? ` (${chosen})` : ''}`]
    }
    case 'AMBIGUOUS': {
      const { candidates } = verdict
      const shown = candidates
        .slice(0, MAX_CANDIDATES)
        .map((one) => `- ${one.case_name} (${one.date_filed}), cluster ID ${one.cluster_id}`)
      return [`Status: AMBIGUOUS (${candidates.length} decisions)`, ...shown]
    }
    default:
      return [`Status: ${verdict.status}`, verdict.reason]
  }
}

/** Formats a parallel citation with its result, which can be another decision. */
function parallelText(
  report: string,
  verdict: Verdict | undefined,
  cluster: number | undefined
): string {
  const status = verdict?.status ?? 'PENDING'
  const decision = verdict?.status === 'FOUND' ? verdict.decision : undefined
  const elsewhere =
    decision && decision.cluster_id !== cluster
      ? `: ${decision.case_name} (${decision.date_filed}), cluster ID ${decision.cluster_id}`
      : ''
  return `Cited with ${report}: ${status}${elsewhere}`
}

/** Returns both names if they differ. */
function nameDifference(each: AnalyzedCase, verdicts: Job['verdicts']): string | undefined {
  const found = otherNamed(each, verdicts)
  return found && `Name differs: cited as ${each.name}, archive has ${found.case_name}`
}

/** Returns the decision of a case if it has another name. */
export function otherNamed(
  { name, reports }: AnalyzedCase,
  verdicts: Job['verdicts']
): Decision | undefined {
  const verdict = verdicts[reports[0]!]
  if (
    name === null ||
    verdict?.status !== 'FOUND' ||
    areNamesAlike(name, verdict.names, { isShort: true, anySide: true })
  )
    return undefined
  return verdict.decision
}

function referencesText(counts: AnalyzedCase['references']): string {
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  return `${all} (${counts.map(([label, count]) => `${label} ${count}`).join(', ')})`
}
