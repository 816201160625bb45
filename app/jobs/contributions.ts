/**
 * What a plugin contributes to background jobs.
 */
import type { LazyList } from '#app/support/lazy'
import type { JobDefinition } from './define_job.js'

export interface JobContributions {
  jobs?: LazyList<JobDefinition>
}
