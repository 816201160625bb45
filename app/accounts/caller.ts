/**
 * Who asks. The gate of the API and the console's middleware set it on the
 * context of a request.
 */
import type { AccountRecord } from './directory.js'

export interface Caller {
  account: AccountRecord
  /** How the account proved who it is. */
  method: 'token' | 'basic' | 'session'
  /** A token that may only read. */
  readOnly: boolean
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Undefined when nobody is known to ask. */
    caller?: Caller
  }
}
