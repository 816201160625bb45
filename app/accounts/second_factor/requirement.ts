/** Who must sign in with a second factor. */
import { settings } from '#start/env'
import type { AccountRecord } from '../account_cache.js'
import { CONSOLE_RIGHTS, holds } from '../rights.js'

const STAFF = Object.keys(CONSOLE_RIGHTS)

/** Whether an account has to set one up before it can sign in (`STAFF_SECOND_FACTOR`). */
export function lacksSecondFactor({ hasSecondFactor, rights }: AccountRecord): boolean {
  return (
    settings.staffSecondFactor && !hasSecondFactor && STAFF.some((right) => holds(rights, right))
  )
}
