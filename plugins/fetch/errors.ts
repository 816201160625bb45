/** Fetch errors. */
import { DomainError } from '#app/support/domain_error'
import { errorKinds } from '#app/support/errors'

export const FETCH_ERRORS = errorKinds({
  registry_off: {
    status: 501,
    message: 'Fetching is off on this server.',
    hint: 'The operator can set REGISTRY=on.',
  },
  sessions_unavailable: {
    status: 503,
    message: 'Court system sessions are temporarily unavailable.',
    hint: 'Retry after the number of seconds in Retry-After.',
  },
})

/** The settings don't allow requests to the court system. */
export class RegistryOff extends DomainError {
  override name = 'RegistryOff'

  constructor() {
    super(FETCH_ERRORS.registry_off, { detail: 'Fetching is off on this server.' })
  }
}

/** Redis, which stores the sessions, is unavailable. */
export class SessionStoreUnavailable extends DomainError {
  override name = 'SessionStoreUnavailable'

  constructor() {
    const { sessions_unavailable: kind } = FETCH_ERRORS
    super(kind, { detail: kind.message }, 5)
  }
}

export default FETCH_ERRORS
