import { durations } from '#app/support/metrics'

const attempts = durations(
  'curia_job_seconds',
  'Duration of background job attempts.',
  ['job', 'outcome'],
  [0.05, 0.5, 5, 60, 600]
)

/** Records an attempt that started at a time of `performance.now`. */
export function countAttempt(job: string, outcome: 'done' | 'failed', began: number): void {
  attempts.observe({ job, outcome }, (performance.now() - began) / 1000)
}
