/**
 * The headers RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers), and the
 * errors of exceeded limits.
 */
import { DomainError } from '#app/support/domain_error'
import { THROTTLE_ERRORS } from './errors.js'
import type { Charge, WindowStatus } from './admission.js'
import { formatRate, toRatePeriod } from './rate.js'

const policies = new WeakMap<readonly Charge[], string>()

/**
 * @param charges the charges of the request
 * @param now milliseconds since 1970
 */
export function rateHeaders(
  charges: readonly Charge[],
  windows: readonly WindowStatus[],
  now: number
): Record<string, string> {
  let policy = policies.get(charges)
  if (policy === undefined) {
    policy = windows
      .map(({ scope, rate }) => `${nameOf(scope, rate.seconds)};q=${rate.limit};w=${rate.seconds}`)
      .join(', ')
    policies.set(charges, policy)
  }
  let state = ''
  for (const { scope, rate, used, freesAt } of windows) {
    if (state) state += ', '
    state += `${nameOf(scope, rate.seconds)};r=${Math.max(0, rate.limit - used)}`
    if (freesAt !== null) state += `;t=${secondsUntil(freesAt, now)}`
  }
  return { 'ratelimit-policy': policy, 'ratelimit': state }
}

function nameOf(scope: string, seconds: number): string {
  return `"${scope}-${toRatePeriod(seconds)}"`
}

/** Whole seconds until a time, at least 1. */
function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000))
}

/**
 * The error of a throttled request (specification, Errors; usage-and-limits 2).
 *
 * @param who the owner of the limit
 */
export function throttled(
  { rate, freesAt }: WindowStatus,
  { who, now }: { who: 'account' | 'anonymous'; now: number }
): DomainError {
  if (freesAt === null) {
    return new DomainError(THROTTLE_ERRORS.account_blocked, {
      detail: `Request was throttled. This account is blocked (${formatRate(rate)}). Contact the staff of this server.`,
    })
  }
  const which = who === 'account' ? ` Rate limit exceeded: ${formatRate(rate)}.` : ''
  const better =
    who === 'anonymous'
      ? " Requests without an account share the rate limit of their IP address. To use your own limits, send an API token: 'Authorization: Token …'."
      : ''
  return retryIn(secondsUntil(freesAt, now), which, better)
}

/**
 * The error of an export whose pages exceed the current limits.
 *
 * @param windows windows of the caller, including the first page of the export
 */
export function exportRefused(
  { rate, freesAt }: WindowStatus,
  windows: readonly WindowStatus[],
  { pages, pageSize, now }: { pages: number; pageSize: number; now: number }
): DomainError {
  const left = Math.min(...windows.map((window) => window.rate.limit - window.used))
  const fits = left > 0 ? ` You can request rows=${left * pageSize} now.` : ''
  const cost = `This export costs ${pages} requests.`
  if (freesAt === null) {
    return new DomainError(THROTTLE_ERRORS.export_too_large, {
      detail: `${cost} The rate limit ${formatRate(rate)} doesn't allow that many.${fits}`,
    })
  }
  return retryIn(
    secondsUntil(freesAt, now),
    ` ${cost} Rate limit exceeded: ${formatRate(rate)}.`,
    fits
  )
}

/** The error of an attempt at a form, password, or page that `AttemptLimit` rejected. */
export function attemptsThrottled({ availableIn }: { availableIn: number }): DomainError {
  return retryIn(Math.max(1, availableIn))
}

function retryIn(seconds: number, which = '', better = ''): DomainError {
  const available = `Expected available in ${seconds} second${seconds === 1 ? '' : 's'}.`
  const detail = `Request was throttled.${which} ${available}${better}`
  return new DomainError(THROTTLE_ERRORS.throttled, { detail }, seconds)
}
