/**
 * The errors of the server and of its plugins.
 */
import { ACCOUNT_ERRORS } from '#app/accounts/errors'
import { API_ERRORS } from '#api/errors'
import { SERVER_ERRORS } from '#app/exceptions/errors'
import { MAINTENANCE_ERRORS } from '#app/maintenance/maintenance'
import { SEARCH_REQUEST_ERRORS } from '#app/search/errors'
import { STORAGE_ERRORS } from '#app/storage/errors'
import type { Declared } from '#app/support/lazy'
import { type ErrorCatalogue, type ErrorKind, HTTP_ERRORS } from '#app/support/errors'
import { PluginError } from '#app/support/plugin_error'
import { THROTTLE_ERRORS } from '#app/throttle/errors'

const CORE: readonly ErrorCatalogue[] = [
  HTTP_ERRORS,
  SERVER_ERRORS,
  ACCOUNT_ERRORS,
  THROTTLE_ERRORS,
  MAINTENANCE_ERRORS,
  API_ERRORS,
  STORAGE_ERRORS,
  SEARCH_REQUEST_ERRORS,
]

/**
 * All kinds of errors, by status and code.
 *
 * @param declared error catalogs of plugins
 * @throws PluginError for a code that two catalogs contain
 */
export function errorCatalogue(declared: Declared<ErrorCatalogue>[]): ErrorKind[] {
  const own = CORE.map((declaration) => ({ plugin: 'curia', declaration }))
  const owners = new Map<string, string>()
  for (const { plugin, declaration } of [...own, ...declared]) {
    for (const code of Object.keys(declaration)) {
      if (owners.has(code))
        throw new PluginError(
          'E_DUPLICATE_ERROR',
          `"${owners.get(code)}" and "${plugin}" both declare the error "${code}"`
        )
      owners.set(code, plugin)
    }
  }
  return [...own, ...declared]
    .flatMap(({ declaration }) => Object.values(declaration))
    .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
}
