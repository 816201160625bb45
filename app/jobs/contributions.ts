/**
 * Contributions of a plugin to background jobs.
 */
import type { LazyList } from '#app/support/lazy'
import type { JobDefinition } from './define_job.js'

export interface JobContributions {
  /** Background jobs. */
  jobs?: LazyList<JobDefinition>
}
