/**
 * What an answer says of its limits: the fields RateLimit-Policy and
 * RateLimit (draft-ietf-httpapi-ratelimit-headers), and the error beyond them.
 */
import { DomainError } from '#app/support/domain_error'
import { THROTTLE_ERRORS } from './errors.js'
import type { Charge, WindowStatus } from './admission.js'
import { formatRate, periodOf } from './rate.js'

const policies = new WeakMap<readonly Charge[], string>()

/**
 * @param charges what the request was charged with
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
  return `"${scope}-${periodOf(seconds)}"`
}

/** Whole seconds to wait; never 0, for nothing is free yet. */
function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000))
}

/**
 * The error of a refused request (specification, Errors; usage-and-limits 2).
 *
 * @param who whose limit it is
 */
export function throttled(
  { rate, freesAt }: WindowStatus,
  { who, now }: { who: 'account' | 'anonymous'; now: number }
): DomainError {
  if (freesAt === null) {
    return new DomainError(THROTTLE_ERRORS.account_blocked, {
      detail: `Request was throttled. This account is blocked here (${formatRate(rate)}); ask the staff of this server.`,
    })
  }
  const which = who === 'account' ? ` Rate limit exceeded: ${formatRate(rate)}.` : ''
  const better =
    who === 'anonymous'
      ? " Requests without an account share the limit of their IP address. An account has limits of its own: send its token as 'Authorization: Token …'."
      : ''
  return retryIn(secondsUntil(freesAt, now), which, better)
}

/**
 * The error of an export whose pages do not fit into the limits now.
 *
 * @param windows of the caller, with the first page of the export
 */
export function exportRefused(
  { rate, freesAt }: WindowStatus,
  windows: readonly WindowStatus[],
  { pages, pageSize, now }: { pages: number; pageSize: number; now: number }
): DomainError {
  const left = Math.min(...windows.map((window) => window.rate.limit - window.used))
  const fits = left > 0 ? ` Now rows=${left * pageSize} fits.` : ''
  const cost = `This export costs ${pages} requests.`
  if (freesAt === null) {
    return new DomainError(THROTTLE_ERRORS.export_too_large, {
      detail: `${cost} The rate limit ${formatRate(rate)} never allows that many at once.${fits}`,
    })
  }
  return retryIn(
    secondsUntil(freesAt, now),
    ` ${cost} Rate limit exceeded: ${formatRate(rate)}.`,
    fits
  )
}

/** The error of an attempt of a form, a password or a page that `AttemptLimit` refused. */
export function attemptsThrottled({ availableIn }: { availableIn: number }): DomainError {
  return retryIn(Math.max(1, availableIn))
}

function retryIn(seconds: number, which = '', better = ''): DomainError {
  const available = `Expected available in ${seconds} second${seconds === 1 ? '' : 's'}.`
  const detail = `Request was throttled.${which} ${available}${better}`
  return new DomainError(THROTTLE_ERRORS.throttled, { detail }, seconds)
}
