/**
 * All jobs: those of the server, those of the plugins, and one for each event
 * listener.
 */
import type { Declared } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'
import type { JobDefinition } from './define_job.js'

/** Prefix of the server's own jobs. */
export const OWN_PREFIX = 'curia'

const NAME = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/
const MAX_NAME_LENGTH = 100
/** Seconds in a day: the maximum timeout of a job. */
const MAX_RUN_SECONDS = 86_400

export class JobRegistry {
  readonly #byName = new Map<string, JobDefinition>()

  /** @throws PluginError for a duplicate name or another plugin's prefix */
  constructor(declared: Declared<JobDefinition>[]) {
    for (const { plugin, declaration } of declared) {
      const { name, expireInSeconds = 1, retryLimit = 0 } = declaration
      if (!name.startsWith(`${plugin}.`)) {
        throw new PluginError(
          'E_FOREIGN_JOB',
          `plugin "${plugin}" declares the job "${name}"; its jobs must start with "${plugin}."`
        )
      }
      if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) {
        throw new PluginError(
          'E_BAD_JOB',
          `plugin "${plugin}" declares the job "${name}"; a name consists of snake_case words separated by dots, at most ${MAX_NAME_LENGTH} characters`
        )
      }
      if (expireInSeconds < 1 || expireInSeconds > MAX_RUN_SECONDS || retryLimit < 0) {
        throw new PluginError(
          'E_BAD_JOB',
          `the job "${name}" has a negative retryLimit, or expireInSeconds is not between 1 and ${MAX_RUN_SECONDS}`
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

  /** @throws Error for an unknown name */
  get(name: string): JobDefinition {
    const job = this.#byName.get(name)
    if (!job) throw new Error(`unknown job "${name}"`)
    return job
  }
}
