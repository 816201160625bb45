import type { HttpContext } from '@adonisjs/core/http'
import type { Gate } from '#api/gate'
import { DomainError } from '#app/support/domain_error'
import { HTTP_ERRORS } from '#app/support/errors'
import type { WindowStatus } from '#app/throttle/admission'
import { throttled } from '#app/throttle/headers'
import { formatRate } from '#app/throttle/rate'
import { USER } from '#app/throttle/scope_registry'

/** Scope in which every citation counts. */
const CITATIONS = 'citations'

/** Without a code of its own: clients know it by its status and its keys. */
const CITATIONS_USED_UP = { ...HTTP_ERRORS.client_error, status: 429 }

/** What a lookup costs: its citations and one request. */
export function costOf(citations: number): Record<string, number> {
  return { [CITATIONS]: citations, [USER]: 1 }
}

/**
 * Refuses a lookup while the window of citations is full; charges nothing, so
 * that a body is only read where it may be answered (usage-and-limits 3).
 *
 * @throws DomainError
 */
export async function requireCitationsLeft(gate: Gate, ctx: HttpContext): Promise<void> {
  refuse(await gate.charge(ctx, { [CITATIONS]: 0 }, { counted: false }))
}

/**
 * Charges a lookup with its citations and one request, or with neither.
 *
 * @throws DomainError
 */
export async function chargeLookup(gate: Gate, ctx: HttpContext, citations: number): Promise<void> {
  refuse(await gate.charge(ctx, costOf(citations), { counted: true }))
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
