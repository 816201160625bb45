import { durations } from '#app/support/metrics'

const attempts = durations(
  'curia_job_seconds',
  'Duration of attempts of background jobs.',
  ['job', 'outcome'],
  [0.05, 0.5, 5, 60, 600]
)

/** Counts an attempt that began at a time of `performance.now`. */
export function countAttempt(job: string, outcome: 'done' | 'failed', began: number): void {
  attempts.observe({ job, outcome }, (performance.now() - began) / 1000)
}
