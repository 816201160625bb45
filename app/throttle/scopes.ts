/**
 * The scopes of the throttle (specification, Limits; usage-and-limits 1).
 */
import { parseRate, type Rate } from './rate.js'

export interface Scope {
  /** Rates of whoever has no others. */
  rates: readonly Rate[]
  /** Shown by the usage endpoint. */
  reported: boolean
  /** Staff may replace its rates for an account. */
  overridable: boolean
  /** Whether memberships and the promotion raise it. */
  raised: boolean
  /** What it counts, for people. */
  description: string
}

const scope = (
  rates: string[],
  description: string,
  { reported = false, overridable = false, raised = false } = {}
): Scope => ({ rates: rates.map(parseRate), reported, overridable, raised, description })

const shown = { reported: true }
const staffs = { overridable: true }

export const SCOPES = {
  user: scope(
    ['5/min', '50/hour', '125/day'],
    'Ordinary requests to the API, and citation lookups.',
    { ...shown, ...staffs, raised: true }
  ),
  citations: scope(['60/min'], 'Citation lookup, counted by citation.', { ...shown, ...staffs }),
  fetch: scope(['30/min'], 'Requests to fetch from the court system.', { ...shown, ...staffs }),
  api_usage: scope(['10/min', '120/hour'], 'Requests for the usage report.', shown),
  tags: scope(['1000/hour'], 'Tags and tagged dockets.'),
  events: scope(['60/hour'], 'Counting of page views.'),
  alerts: scope(
    [],
    'POST, PUT and PATCH of search alerts, for accounts with rates of their own there.',
    staffs
  ),
  anon: scope(['100/day'], 'Requests without an account, by address.'),
} satisfies Record<string, Scope>

export type ScopeName = keyof typeof SCOPES

/** Names of the scopes for which something holds. */
export function scopesThat(hold: (scope: Scope) => boolean): ScopeName[] {
  return (Object.keys(SCOPES) as ScopeName[]).filter((name) => hold(SCOPES[name]))
}
