import type { AccountRecord } from './account_cache.js'

/** The account on whose behalf something is written. */
export interface Caller {
  account: AccountRecord
}
