/** Errors of fetching. */
import { DomainError } from '#app/support/domain_error'
import { errorKinds } from '#app/support/error_kind'

export const FETCH_ERRORS = errorKinds({
  registry_off: {
    status: 501,
    message: 'Fetching is disabled on this server.',
    hint: 'Its operator can set REGISTRY=on.',
  },
})

/** This server may not reach the court system: without the setting, nothing leaves the machine. */
export class RegistryOff extends DomainError {
  override name = 'RegistryOff'

  constructor() {
    super(FETCH_ERRORS.registry_off, { detail: 'Fetching is disabled on this server.' })
  }
}

export default FETCH_ERRORS
