/** Validation and login before a request is stored. */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { CreateToPrepare, WrongFields } from '#api/writes/hooks'
import { missingKey } from '#api/writes/targets'
import { InvalidValues } from '#app/support/domain_error'
import { CourtSystem } from '../court_system.js'
import { RegistryOff } from '../errors.js'
import { RegistryError } from '../registry_client/registry_error.js'
import type { Credentials } from '../registry_client/types.js'
import { resolveRequestPlace, type RequestPlace } from './request_place.js'
import { loginMessage } from '../processing/refusals.js'
import { brokenRule, type RequestedValues } from './validation.js'

/** Timeout of a login in milliseconds. */
const TIMEOUT = 75_000

/** A validated or rejected request to store. */
export interface PreparedRequest {
  askedCourt: string | null
  /** Key of the stored session; empty for a rejected request. */
  sessionKey: string
  refusal?: { body: WrongFields; code: string; retryable: boolean }
}

@inject()
export class RequestPreparation {
  constructor(
    private system: CourtSystem,
    private database: Database
  ) {}

  /**
   * Checks the rules in order; the login is the last one (fetch-and-upload, 1.2).
   *
   * @returns undefined if the request type is invalid; such requests aren't stored
   * @throws RegistryOff if fetching is off
   */
  async prepare({
    caller,
    values,
    wrong,
    secrets,
  }: CreateToPrepare): Promise<PreparedRequest | undefined> {
    const { system } = this
    if (!system.canFetch(caller!.account)) throw new RegistryOff()
    const client = await system.accountClient()
    if ('request_type' in wrong) return undefined
    const place = await resolveRequestPlace(this.database, values)
    for (const { field, column, key } of place.missing) {
      wrong[field] = [missingKey(key)]
      values[column] = null
    }
    const askedCourt = place.court?.id ?? null
    const refused = (body: WrongFields, code: string, retryable = false): PreparedRequest => ({
      askedCourt,
      sessionKey: '',
      refusal: { body, code, retryable },
    })
    if (Object.keys(wrong).length) return refused(wrong, 'invalid_values')
    const broken = brokenRuleOf(values, place)
    if (broken) return refused({ [broken[0]]: [broken[1]] }, 'invalid_request')

    const credentials: Credentials = {
      username: secrets.registry_username!,
      password: secrets.registry_password!,
      ...(secrets.client_code ? { clientCode: secrets.client_code } : {}),
      ...(secrets.registry_otp ? { oneTimeCode: secrets.registry_otp } : {}),
    }
    try {
      const sessionKey = await system.sessions.open(caller!.account.id, credentials, async () =>
        (await client.logIn(credentials, AbortSignal.timeout(TIMEOUT))).state()
      )
      return { askedCourt, sessionKey }
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error
      return refused({ non_field_errors: [loginMessage(error)] }, error.code, error.retryable)
    }
  }
}

/** Checks the rules, with defaults for omitted fields. */
function brokenRuleOf(values: CreateToPrepare['values'], place: RequestPlace) {
  const blank = {
    court_id: null,
    docket_id: null,
    recap_document_id: null,
    de_number_start: null,
    de_number_end: null,
  }
  return brokenRule({ ...blank, ...values } as unknown as RequestedValues, place)
}

/** The error response of a rejected request. */
export function getRequestError({ refusal }: PreparedRequest): InvalidValues | undefined {
  return refusal && new InvalidValues(refusal.body)
}
