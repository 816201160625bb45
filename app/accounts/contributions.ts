/**
 * What a plugin contributes to accounts.
 */
export interface AccountContributions {
  /** Rights of accounts its endpoints and pages ask for, with a sentence on each. */
  rights?: Record<string, string>
}
