/**
 * Retries work after conflicts with locks of other sessions. The server has
 * rolled it back, so the same work may succeed.
 */
import { setTimeout as sleep } from 'node:timers/promises'

/** SQLSTATE deadlock_detected and lock_not_available. */
const LOCK_CONFLICTS = ['40P01', '55P03']
/** Milliseconds before the second attempt; doubled each time. */
const WAIT = { first: 100, most: 2_000 }
const MAX_ATTEMPTS = 8

/** A table is constantly in use by other sessions; retried like the server's lock errors. */
export class LockUnavailable extends Error {
  override name = 'LockUnavailable'
  readonly code = '55P03'

  constructor(table: string) {
    super(`the table ${table} is constantly in use by other sessions`)
  }
}

export interface Retries {
  /** Including the first. */
  attempts?: number
  /** SQLSTATE codes to retry in addition to those of locks. */
  also?: readonly string[]
  /** Cancels the pause between two attempts. */
  signal?: AbortSignal
}

/** Whether a deadlock or a lock timeout ended a statement. */
export function isLockConflict(error: unknown): boolean {
  return hasCode(error, LOCK_CONFLICTS)
}

/**
 * Runs repeatable work: a transaction, a statement outside of a transaction,
 * or a step that resumes where it stopped. Pauses between
 * attempts grow and are random, so that two that collided don't collide again.
 *
 * @returns the result of the first attempt that succeeds
 * @throws any other error immediately, and the conflict of the last attempt; the signal's error
 */
export async function retryConflicts<T>(
  work: () => Promise<T>,
  { attempts = MAX_ATTEMPTS, also = [], signal }: Retries = {}
): Promise<T> {
  let wait = WAIT.first
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !hasCode(error, [...LOCK_CONFLICTS, ...also])) throw error
    }
    await sleep(wait * (0.5 + Math.random()), undefined, { signal })
    wait = Math.min(wait * 2, WAIT.most)
  }
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && codes.includes(code)
}
