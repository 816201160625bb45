/** Requests of an account that may ask for everything. */
import app from '@adonisjs/core/services/app'
import type { Group } from '@japa/runner/core'
import { ApiClient } from '@japa/api-client'
import { RightRegistry } from '#app/accounts/right_registry'
import { makeAccount } from './accounts.js'
import { searchReady } from './search_indexes.js'

/** Sends every request of a group's tests as an account with every right, once search is ready. */
export function withEveryRight(group: Group): void {
  group.setup(async () => {
    await searchReady()
    const known = await app.container.make(RightRegistry)
    const { authorization } = await makeAccount({ rights: known.names })
    ApiClient.setup((request) => void request.header('authorization', authorization))
  })
  group.teardown(() => void ApiClient.clearSetupHooks())
}
