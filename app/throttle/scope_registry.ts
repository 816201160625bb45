/**
 * The scopes of the throttle (specification, Limits; usage-and-limits 1): built-in scopes and
 * those declared by plugins.
 */
import { PluginError } from '#app/support/plugin_error'
import { parseRate, type Rate } from './rate.js'
import type { ScopeDeclaration, ThrottleContributions } from './contributions.js'

export interface Scope extends Omit<ScopeDeclaration, 'rates'> {
  name: string
  rates: readonly Rate[]
  /** Whether memberships and promotions raise its rates. */
  raised?: boolean
}

/** Scope of ordinary requests. */
export const USER = 'user'
/** Scope of requests without an account. */
export const ANONYMOUS = 'anon'

const ORDINARY: Scope = {
  name: USER,
  rates: ['5/min', '50/hour', '125/day'].map(parseRate),
  description: 'Ordinary API requests and citation lookups.',
  reported: true,
  overridable: true,
  raised: true,
}

const WITHOUT_ACCOUNT: Scope = {
  name: ANONYMOUS,
  rates: [parseRate('100/day')],
  description: 'Requests without an account, by IP address.',
}

const NAME = /^[a-z][a-z0-9_]*$/

export class ScopeRegistry {
  readonly #scopes = new Map<string, Scope>()

  /** @throws PluginError for duplicate or malformed names and for invalid rates */
  constructor(plugins: (ThrottleContributions & { name: string })[]) {
    this.#scopes.set(USER, ORDINARY)
    for (const { name: plugin, scopes = {} } of plugins)
      for (const [name, declaration] of Object.entries(scopes)) this.#add(plugin, name, declaration)
    this.#scopes.set(ANONYMOUS, WITHOUT_ACCOUNT)
  }

  /** @throws Error for a name that no plugin declares */
  get(name: string): Scope {
    const scope = this.#scopes.get(name)
    if (!scope) throw new Error(`no plugin declares the scope "${name}"`)
    return scope
  }

  has(name: string): boolean {
    return this.#scopes.has(name)
  }

  all(): Scope[] {
    return [...this.#scopes.values()]
  }

  /** Names of the scopes that satisfy a condition. */
  namesThat(hold: (scope: Scope) => unknown): string[] {
    return this.all()
      .filter(hold)
      .map(({ name }) => name)
  }

  /** @throws RangeError when staff can't override the rates of the scope */
  overridable(name: string): string {
    const names = this.namesThat(({ overridable }) => overridable)
    if (!names.includes(name))
      throw new RangeError(
        `The rates of "${name}" can't be overridden. Choose from: ${names.join(', ')}.`
      )
    return name
  }

  #add(plugin: string, name: string, { rates, ...declared }: ScopeDeclaration): void {
    if (this.#scopes.has(name) || name === ANONYMOUS)
      throw new PluginError(
        'E_DUPLICATE_SCOPE',
        `plugin "${plugin}" declares the scope "${name}", which is already declared`
      )
    if (!NAME.test(name))
      throw new PluginError(
        'E_BAD_SCOPE',
        `plugin "${plugin}" declares the scope "${name}"; names must be in snake_case`
      )
    try {
      this.#scopes.set(name, { ...declared, name, rates: rates.map(parseRate) })
    } catch (error) {
      throw new PluginError(
        'E_BAD_SCOPE',
        `the scope "${name}" of plugin "${plugin}": ${(error as Error).message}`
      )
    }
  }
}
