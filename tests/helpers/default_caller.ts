/**
 * Sets the caller of a group's requests. `ApiClient.clearSetupHooks` would remove
 * the `loginAs` hooks of later groups.
 */
import app from '@adonisjs/core/services/app'
import { ApiClient } from '@japa/api-client'
import type { Group } from '@japa/runner/core'
import type { PluginFn } from '@japa/runner/types'
import { RightRegistry } from '#app/accounts/rights'
import { makeAccount } from './accounts.js'
import { callerAddress } from './aimed_limits.js'
import { AIMED_AT } from './environment.js'
import { searchReady } from './search_indexes.js'
import { UNCOMPRESSED } from './visitor.js'

interface Caller {
  authorization: string
  /** Whether requests of this path are authenticated. */
  sends: (path: string) => boolean
}

let caller: Caller | undefined

/**
 * Authenticates requests of the current group. Registered before hooks that sign in
 * single requests.
 */
export function defaultCaller(): PluginFn {
  return () => {
    ApiClient.setup((request) => {
      if (!request.request.get('accept-encoding')) request.header('accept-encoding', UNCOMPRESSED)
      if (caller?.sends(request.config.endpoint))
        request.header('authorization', caller.authorization)
      if (AIMED_AT) request.header('x-forwarded-for', callerAddress())
    })
  }
}

/**
 * Sends the requests of a group's tests as one account.
 *
 * @param authorization header value, evaluated once
 * @param sends paths of authenticated requests; by default, all
 */
export function sendAs(
  group: Group,
  authorization: () => Promise<string>,
  sends: Caller['sends'] = () => true
): void {
  group.setup(async () => {
    caller = { authorization: await authorization(), sends }
    return () => void (caller = undefined)
  })
}

/** Header value of an account with all rights. */
export async function withEveryRight(): Promise<string> {
  const known = await app.container.make(RightRegistry)
  return (await makeAccount({ rights: known.names })).authorization
}

/** Sends every request of a group's tests as an account with all rights, once search is ready. */
export function sendWithEveryRight(group: Group): void {
  group.setup(searchReady)
  sendAs(group, withEveryRight)
}
