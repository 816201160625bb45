/**
 * Analysis of the citations in a text with the results so far. It is stored so
 * that it can be resumed.
 */
import { randomUUID } from 'node:crypto'
import type { JsonSchema, ToolContext } from '#app/tools/define_tool'
import { ToolError } from '#app/tools/tool_error'
import { taskModule } from '#app/support/tasks/task_module'
import { interactiveTasks } from '#app/support/tasks/tasks'
import { boundedText } from '../../lookup/text_tasks.js'
import type { Decision } from './decisions.js'
import type { AnalyzedText } from './job_task.js'
import { MAX_PASTED_LENGTH } from '../../lookup/lookup_request.js'

/** Maximum length of a document in characters. */
export const MAX_ANALYZED_LENGTH = 4 * MAX_PASTED_LENGTH

/** Maximum number of entries in a list of a report; further ones are counted. */
export const MAX_LISTED = 250

const KIND = 'citation_analysis'

const ANALYZE = taskModule<typeof import('./job_task.js')>(
  new URL('./job_task', import.meta.url),
  boundedText(MAX_ANALYZED_LENGTH)
)

/** Result for a citation. */
export type Verdict =
  | { status: 'FOUND'; decision: Decision; names: string[]; others: number[] }
  | { status: 'AMBIGUOUS'; candidates: Decision[] }
  | { status: 'NOT FOUND' | 'INVALID' | 'UNRESOLVABLE'; reason: string }

export interface Job extends Pick<
  AnalyzedText,
  'occurrences' | 'cases' | 'statutes' | 'unresolved'
> {
  /** First paragraph of the report. */
  note: string
  /** Results by citation. */
  verdicts: Record<string, Verdict>
  /** Citations that haven't been looked up. */
  pending: string[]
}

/** Schema of the argument with the ID of a job. */
export const JOB_ID: JsonSchema = {
  type: 'string',
  description: 'Job ID returned by analyze_citations.',
}

/** @throws TaskQueueFull, TaskTooHard */
export async function newJob(source: string, note: string, signal: AbortSignal): Promise<Job> {
  const task = { text: source, maxEntries: MAX_LISTED }
  const { reports, incomplete, skipped, ...analyzed } = await interactiveTasks.run(ANALYZE, task, {
    signal,
  })
  const reason = 'The citation has no volume or page to look up.'
  return {
    ...analyzed,
    note: [note, ...(skipped ? [`${skipped} more case(s) were omitted.`] : [])]
      .filter(Boolean)
      .join('\n'),
    verdicts: Object.fromEntries(
      incomplete.map((report) => [report, { status: 'UNRESOLVABLE', reason }])
    ),
    pending: reports,
  }
}

export function newJobId(): string {
  return randomUUID().slice(0, 8)
}

export async function keepJob(id: string, job: Job, { state }: ToolContext): Promise<void> {
  await state.set(KIND, id, job)
}

/** @throws ToolError if the caller has no such job */
export async function keptJob(id: string, { state }: ToolContext): Promise<Job> {
  const job = /^[0-9a-f]{8}$/.test(id) ? await state.get<Job>(KIND, id) : undefined
  if (job) return job
  throw new ToolError(`Job ID '${id.slice(0, 80)}' not found. The session may have expired.`)
}
