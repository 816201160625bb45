/**
 * Reports of citation tools as data, with their schema.
 */
import type { JsonSchema, OutputSchema } from '#app/tools/define_tool'
import { LABELS } from '../../lookup/text_citations.js'
import { DECISION } from './decisions.js'
import { MAX_LISTED, type Job, type Verdict } from './job.js'
import type { AnalyzedCase, Listed } from './job_task.js'
import { casesWith, listCitations, MAX_CANDIDATES, otherNamed } from './report.js'
import type { Progress } from './verify.js'

/** Statuses of citations. */
const STATUSES = [
  'FOUND',
  'AMBIGUOUS',
  'NOT FOUND',
  'INVALID',
  'UNRESOLVABLE',
  'PENDING',
] satisfies (Verdict['status'] | 'PENDING')[]

const CITATION: Record<string, JsonSchema> = {
  citation: { type: 'string', description: 'Volume, reporter, and page.' },
  status: { type: 'string', enum: STATUSES },
  reason: { type: 'string', description: 'Why no decision was found.' },
  decision: DECISION,
  other_cluster_ids: {
    type: 'array',
    items: { type: 'integer' },
    description: 'Less cited decisions of the same name with this citation.',
  },
  candidates: { type: 'array', items: DECISION },
}

const CITED = ['citation', 'status']

/** Schema of the report of an analysis. */
export const ANALYSIS: OutputSchema = {
  type: 'object',
  properties: {
    job_id: { type: 'string', description: 'ID for resume_citation_analysis.' },
    note: { type: 'string' },
    occurrences: { type: 'integer', description: 'Number of citations in the text.' },
    total: { type: 'integer', description: 'Number of case citations.' },
    verified: { type: 'integer' },
    pending: { type: 'integer' },
    names_that_differ: { type: 'integer' },
    cases: {
      type: 'array',
      description: `Cases in the order of the text, up to ${MAX_LISTED}; of a resumed analysis, the newly verified ones.`,
      items: {
        type: 'object',
        properties: {
          number: { type: 'integer', description: 'Number of the case in the analysis.' },
          cited_name: { type: ['string', 'null'] },
          cited_year: { type: ['integer', 'null'] },
          name_differs: { type: 'boolean' },
          references: {
            type: 'object',
            description: 'Number of references by kind.',
            additionalProperties: { type: 'integer' },
          },
          ...CITATION,
          parallel: {
            type: 'array',
            description: 'Parallel citations in the text, which can be of another decision.',
            items: { type: 'object', properties: CITATION, required: CITED },
          },
        },
        required: ['number', 'references', ...CITED],
      },
    },
    statutes: listOf({ text: { type: 'string' }, references: { type: 'integer' } }),
    unresolved: listOf({
      label: { type: 'string', enum: LABELS },
      text: { type: 'string' },
      count: { type: 'integer' },
    }),
    rate_limit: {
      type: 'object',
      description: 'Present if a rate limit stopped the analysis.',
      properties: {
        message: { type: 'string' },
        wait_until: { type: ['string', 'null'], description: 'When the limit allows more.' },
      },
      required: ['message', 'wait_until'],
    },
  },
  required: ['job_id', 'total', 'verified', 'pending', 'cases'],
}

function listOf(properties: Record<string, JsonSchema>): JsonSchema {
  const items = { type: 'object', properties, required: Object.keys(properties) }
  return {
    type: 'object',
    properties: { total: { type: 'integer' }, items: { type: 'array', items } },
    required: ['total', 'items'],
  }
}

/** Returns the report of an analysis. */
export function analysisData(id: string, job: Job, progress: Progress): Record<string, unknown> {
  const { note, occurrences, cases, statutes, unresolved, verdicts } = job
  return {
    ...stateData(id, job, progress),
    ...(note && { note }),
    occurrences,
    names_that_differ: cases.filter((each) => otherNamed(each, verdicts)).length,
    cases: cases.slice(0, MAX_LISTED).map((each, place) => caseData(each, place + 1, job)),
    statutes: listData(statutes),
    unresolved: listData(unresolved),
  }
}

/** Returns the report of a resumed analysis. */
export function resumedData(id: string, job: Job, progress: Progress): Record<string, unknown> {
  return {
    ...stateData(id, job, progress),
    cases: casesWith(progress.verified, job)
      .slice(0, MAX_LISTED)
      .map(({ each, place }) => caseData(each, place + 1, job)),
  }
}

function stateData(id: string, job: Job, { refusal }: Progress): Record<string, unknown> {
  const total = listCitations(job).length
  const pending = job.pending.length
  const wait = refusal && {
    message: refusal.message,
    wait_until: refusal.waitUntil?.toISOString() ?? null,
  }
  return {
    job_id: id,
    total,
    verified: total - pending,
    pending,
    ...(wait && { rate_limit: wait }),
  }
}

function listData<T>({ items, total }: Listed<T>): Listed<T> {
  return { total, items: items.slice(0, MAX_LISTED) }
}

function caseData(each: AnalyzedCase, number: number, { verdicts }: Job): Record<string, unknown> {
  const { reports, name, year, references } = each
  const [first, ...parallel] = reports.map((report) => citationData(report, verdicts[report]))
  return {
    number,
    cited_name: name,
    cited_year: year,
    name_differs: otherNamed(each, verdicts) !== undefined,
    references: Object.fromEntries(references),
    ...first,
    ...(parallel.length && { parallel }),
  }
}

function citationData(citation: string, verdict: Verdict | undefined): Record<string, unknown> {
  if (!verdict) return { citation, status: 'PENDING' }
  switch (verdict.status) {
    case 'FOUND': {
      const { status, decision, others } = verdict
      return { citation, status, decision, ...(others.length && { other_cluster_ids: others }) }
    }
    case 'AMBIGUOUS': {
      const { status, candidates } = verdict
      return { citation, status, candidates: candidates.slice(0, MAX_CANDIDATES) }
    }
    default:
      return { citation, status: verdict.status, reason: verdict.reason }
  }
}
