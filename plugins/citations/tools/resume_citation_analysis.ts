import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, ToolText, type ToolContext } from '#app/tools/define_tool'
import { ToolError } from '#app/tools/tool_error'
import { MAX_CITATIONS } from '../lookup/look_up.js'
import { JOB_ID, keepJob, keptJob } from './analysis/job.js'
import { MAX_WAIT, resumedReport, secondsUntil } from './analysis/report.js'
import { ANALYSIS, resumedData } from './analysis/report_data.js'
import { verifyNext } from './analysis/verify.js'

interface Arguments {
  job_id: string
  wait?: boolean
}

/** Continues an analysis (tool server, tools 12). */
export default defineTool<Arguments>({
  name: 'resume_citation_analysis',
  title: 'Resume Citation Analysis',
  description: `Looks up the next ${MAX_CITATIONS} pending citations of an analysis and reports the results. With "wait": true, waits up to ${MAX_WAIT} seconds for an exceeded limit, which may exceed the timeout of your client. Costs one API request and each citation toward the citation limit.`,
  after: 'analyze_citations',
  hints: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
  input: () => ({
    type: 'object',
    properties: {
      job_id: JOB_ID,
      wait: {
        type: ['boolean', 'null'],
        default: false,
        description: 'Whether to wait if the limit is exceeded.',
      },
    },
    required: ['job_id'],
  }),
  output: () => ANALYSIS,
  async call({ job_id: id, wait = false }, context) {
    const job = await keptJob(id, context)
    if (!job.pending.length) {
      const text = `Nothing is pending in job '${id}': all its citations are verified.`
      return new ToolText(text, resumedData(id, job, { verified: [], refusal: null }))
    }
    let progress = await verifyNext(job, context)
    const { waitUntil } = progress.refusal ?? {}
    // An earlier second attempt would also be rejected.
    if (wait && waitUntil && secondsUntil(waitUntil) <= MAX_WAIT) {
      await until(waitUntil, context)
      progress = await verifyNext(job, context)
    }
    await keepJob(id, job, context)
    return new ToolText(resumedReport(id, job, progress), resumedData(id, job, progress))
  },
})

/** Milliseconds between reports, which keep clients from timing out. */
const REPORT_EVERY = 5000

/** @throws ToolError if the client disconnects */
async function until(time: Date, { signal, progress }: ToolContext): Promise<void> {
  const end = time.getTime()
  const start = Date.now()
  const total = Math.ceil((end - start) / 1000)
  for (let now = start; now < end; now = Date.now()) {
    const seconds = Math.round((now - start) / 1000)
    await progress(seconds, total, `Waiting for the rate limit: ${total - seconds} s left`)
    await sleep(Math.min(REPORT_EVERY, end - now), undefined, { signal }).catch(() => {
      throw new ToolError('The client closed the connection.')
    })
  }
}
