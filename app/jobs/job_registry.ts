/**
 * All jobs there are: those of the server itself, of the plugins, and one for
 * each listener of an event.
 */
import type { Declared } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'
import type { JobDefinition } from './define_job.js'

/** Prefix of the server's own jobs. */
export const OWN_PREFIX = 'curia'

const NAME = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/
const MAX_NAME_LENGTH = 100
/** Seconds in a day: the longest a job may run. */
const MAX_RUN_SECONDS = 86_400

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
      if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) {
        throw new PluginError(
          'E_BAD_JOB',
          `plugin "${plugin}" declares the job "${name}"; a name is words in snake_case with dots between, ${MAX_NAME_LENGTH} characters at most`
        )
      }
      if (expireInSeconds < 1 || expireInSeconds > MAX_RUN_SECONDS || retryLimit < 0) {
        throw new PluginError(
          'E_BAD_JOB',
          `the job "${name}" has expireInSeconds outside of 1 to ${MAX_RUN_SECONDS}, or a negative retryLimit`
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
