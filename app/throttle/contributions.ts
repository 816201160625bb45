/** A plugin's contributions to the throttle. */
export interface ScopeDeclaration {
  /** Default rates of accounts, such as `60/min`. */
  rates: string[]
  /** Description of the counted requests. */
  description: string
  /** Whether the usage endpoint reports it. */
  reported?: boolean
  /** Whether the account's usage page shows it, even if it isn't reported. */
  onUsagePage?: boolean
  /** Whether staff may override its rates for an account. */
  overridable?: boolean
}

export interface ThrottleContributions {
  /** Rate limit scopes of the plugin's endpoints, by name. */
  scopes?: Record<string, ScopeDeclaration>
}
