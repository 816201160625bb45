/**
 * An analysis of the citations of a text: what the text cites, and what the
 * archive has of it so far. It is kept so that it can be resumed.
 */
import { randomUUID } from 'node:crypto'
import type { JsonSchema } from '#app/tools/define_tool'
import type { ToolContext } from '#app/tools/tool_context'
import { ToolError } from '#app/tools/tool_error'
import { citationsOfText, isComplete, type TextCitations } from '../../lookup/text_citations.js'
import type { Decision } from './decisions.js'

const KIND = 'citation'

/** What became of a citation. */
export type Verdict =
  | { status: 'FOUND'; decision: Decision; names: string[]; others: number[] }
  | { status: 'AMBIGUOUS'; candidates: Decision[] }
  | { status: 'NOT FOUND' | 'INVALID' | 'UNRESOLVABLE'; reason: string }

export interface Job extends Pick<TextCitations, 'cases' | 'unresolved'> {
  /** What the report says first. */
  note: string
  /** Number of citations in the text. */
  occurrences: number
  statutes: { text: string; count: number }[]
  /** By citation of a case, each once. */
  verdicts: Record<string, Verdict>
  /** Citations that are still to be looked up. */
  pending: string[]
}

/** Schema of the argument that names a job. */
export const JOB_ID: JsonSchema = {
  type: 'string',
  description: 'The Job ID that analyze_citations returned.',
}

export function newJob(source: string, note: string): Job {
  const { all, cases, statutes, unresolved } = citationsOfText(source)
  const reports = [...new Set(cases.flatMap((each) => each.reports))]
  const incomplete = reports.filter((report) => !isComplete(report))
  const reason = 'The citation has no volume or page to look up.'
  return {
    note,
    occurrences: all.length,
    cases,
    statutes: statutes.map(({ text, references }) => ({ text, count: references.length })),
    unresolved,
    verdicts: Object.fromEntries(
      incomplete.map((report) => [report, { status: 'UNRESOLVABLE', reason }])
    ),
    pending: reports.filter(isComplete),
  }
}

export function newJobId(): string {
  return randomUUID().slice(0, 8)
}

export async function keepJob(id: string, job: Job, { state }: ToolContext): Promise<void> {
  await state.set(KIND, id, job)
}

/** @throws ToolError when the job is not known to this caller */
export async function keptJob(id: string, { state }: ToolContext): Promise<Job> {
  const job = /^[0-9a-f]{8}$/.test(id) ? await state.get<Job>(KIND, id) : undefined
  if (job) return job
  throw new ToolError(`Job ID '${id.slice(0, 80)}' not found. The session may have expired.`)
}
