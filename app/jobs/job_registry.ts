/**
 * All jobs there are: those of the server itself, of the plugins, and one for
 * each listener of an event.
 */
import type { Declared } from '#app/support/declared'
import { PluginError } from '#app/support/plugin_error'
import type { JobDefinition } from './define_job.js'

/** Prefix of the server's own jobs. */
export const OWN_PREFIX = 'curia'

const NAME = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/
const LONGEST_NAME = 100
/** Seconds in a day: the longest a job may run. */
const LONGEST_RUN = 86_400

export class JobRegistry {
  readonly #byName = new Map<string, JobDefinition>()

  /** @throws PluginError for a name that is taken, or of another plugin */
  constructor(declared: Declared<JobDefinition>[]) {
    for (const { plugin, declaration } of declared) {
      const { name, expireInSeconds = 1, retryLimit = 0 } = declaration
      if (!name.startsWith(`${plugin}.`)) {
        throw new PluginError(
          'E_FOREIGN_JOB',
          `plugin "${plugin}" declares the job "${name}"; its jobs begin with "${plugin}."`
        )
      }
      if (!NAME.test(name) || name.length > LONGEST_NAME) {
        throw new PluginError(
          'E_BAD_JOB',
          `plugin "${plugin}" declares the job "${name}"; a name is words in snake_case with dots between, ${LONGEST_NAME} characters at most`
        )
      }
      if (expireInSeconds < 1 || expireInSeconds > LONGEST_RUN || retryLimit < 0) {
        throw new PluginError(
          'E_BAD_JOB',
          `the job "${name}" has expireInSeconds outside of 1 to ${LONGEST_RUN}, or a negative retryLimit`
        )
      }
      if (this.#byName.has(name))
        throw new PluginError('E_DUPLICATE_JOB', `the job "${name}" is declared twice`)
      this.#byName.set(name, declaration)
    }
  }

  all(): JobDefinition[] {
    return [...this.#byName.values()]
  }

  has(name: string): boolean {
    return this.#byName.has(name)
  }

  /** @throws Error for a name no job has */
  get(name: string): JobDefinition {
    const job = this.#byName.get(name)
    if (!job) throw new Error(`there is no job "${name}"`)
    return job
  }
}
