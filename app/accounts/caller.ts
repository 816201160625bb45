import type { AccountRecord } from './directory.js'

/** The account on whose behalf something is written. */
export interface Caller {
  account: AccountRecord
}
