/**
 * What a plugin contributes to the throttle.
 */
export interface ScopeDeclaration {
  /** Rates of accounts that have no others: `60/min`. */
  rates: string[]
  /** What it counts. */
  description: string
  /** Reported by the usage endpoint. */
  reported?: boolean
  /** Shown on the usage page of an account, also where it is not reported. */
  onUsagePage?: boolean
  /** Staff may replace its rates for an account. */
  overridable?: boolean
}

export interface ThrottleContributions {
  /** Rate limit scopes of the plugin's endpoints, by name. */
  scopes?: Record<string, ScopeDeclaration>
}
