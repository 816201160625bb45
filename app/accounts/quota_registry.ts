/**
 * Maximum numbers of records per account: plugins declare the kinds, and
 * `config/memberships.ts` can set numbers for each level.
 */
import { MEMBERSHIP_LEVELS, type MembershipLevel } from '#config/memberships'
import { PluginError } from '#app/support/plugin_error'
import type { AccountContributions, QuotaDeclaration } from './contributions.js'

export class QuotaRegistry {
  readonly #declared = new Map<string, QuotaDeclaration>()

  /** @throws PluginError for a duplicate name */
  constructor(
    plugins: (AccountContributions & { name: string })[],
    readonly levels: ReadonlyMap<string, Pick<MembershipLevel, 'quotas'>> = MEMBERSHIP_LEVELS
  ) {
    for (const { name: plugin, quotas = {} } of plugins) {
      for (const [name, declaration] of Object.entries(quotas)) {
        if (this.#declared.has(name))
          throw new PluginError(
            'E_DUPLICATE_QUOTA',
            `plugin "${plugin}" declares the quota "${name}", which is already declared`
          )
        this.#declared.set(name, declaration)
      }
    }
  }

  /**
   * @param level of an active membership; undefined without one
   * @throws Error for an unknown quota
   */
  of(name: string, level: string | undefined): number {
    const { free, members = free } = this.#get(name)
    return level === undefined ? free : (this.levels.get(level)?.quotas[name] ?? members)
  }

  /** The highest number of any membership level. */
  highest(name: string): number {
    return Math.max(...[...this.levels.keys()].map((level) => this.of(name, level)))
  }

  #get(name: string): QuotaDeclaration {
    const declared = this.#declared.get(name)
    if (!declared) throw new Error(`no plugin declares the quota "${name}"`)
    return declared
  }
}
