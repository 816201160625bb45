/** Errors of fetching. */
import { DomainError } from '#app/support/domain_error'
import { errorKinds } from '#app/support/errors'

export const FETCH_ERRORS = errorKinds({
  registry_off: {
    status: 501,
    message: 'Fetching is disabled on this server.',
    hint: 'Its operator can set REGISTRY=on.',
  },
  sessions_unavailable: {
    status: 503,
    message: 'Sessions at the court system cannot be kept at the moment.',
    hint: 'Try again after the seconds of Retry-After.',
  },
})

/** This server may not reach the court system: without the setting, nothing leaves the machine. */
export class RegistryOff extends DomainError {
  override name = 'RegistryOff'

  constructor() {
    super(FETCH_ERRORS.registry_off, { detail: 'Fetching is disabled on this server.' })
  }
}

/** Redis, which keeps the sessions, does not answer. */
export class SessionsAway extends DomainError {
  override name = 'SessionsAway'

  constructor() {
    const { sessions_unavailable: kind } = FETCH_ERRORS
    super(kind, { detail: kind.message }, 5)
  }
}

export default FETCH_ERRORS
