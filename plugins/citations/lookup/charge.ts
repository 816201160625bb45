import type { HttpContext } from '@adonisjs/core/http'
import type { Gate } from '#api/gate'
import { DomainError } from '#app/support/domain_error'
import { HTTP_ERRORS } from '#app/support/errors'
import type { WindowStatus } from '#app/throttle/admission'
import { throttled } from '#app/throttle/headers'
import { formatRate } from '#app/throttle/rate'
import { USER } from '#app/throttle/scope_registry'

/** Rate-limit scope of citations. */
const CITATIONS = 'citations'

/** Has no specific error code, because clients detect it by status and keys. */
const CITATIONS_USED_UP = { ...HTTP_ERRORS.client_error, status: 429 }

/** Returns the cost of a lookup: its citations and one request. */
export function buildLookupCost(citations: number): Record<string, number> {
  return { [CITATIONS]: citations, [USER]: 1 }
}

/**
 * Checks the limit of citations without charging, before the body is read
 * (specification, Limits 3).
 *
 * @throws DomainError if the limit is exceeded
 */
export async function requireCitationsLeft(gate: Gate, ctx: HttpContext): Promise<void> {
  refuse(await gate.charge(ctx, { [CITATIONS]: 0 }, { counted: false }))
}

/**
 * Charges a lookup for its citations and one request, or neither.
 *
 * @throws DomainError if a limit is exceeded
 */
export async function chargeLookup(gate: Gate, ctx: HttpContext, citations: number): Promise<void> {
  refuse(await gate.charge(ctx, buildLookupCost(citations), { counted: true }))
}

function refuse(window: WindowStatus | null): void {
  if (!window) return
  if (window.scope === CITATIONS && window.freesAt !== null)
    throw new DomainError(CITATIONS_USED_UP, {
      error_message: `Too many requests (allowed rate: ${formatRate(window.rate)}).`,
      wait_until: new Date(window.freesAt).toISOString().replace('Z', '000+00:00'),
    })
  throw throttled(window, { who: 'account', now: Date.now() })
}
