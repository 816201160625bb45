/** What plugins that require this one may import; all else of it may change. */
export { RegistryError, type RegistryErrorCode } from './registry_client/registry_error.js'
export { type RegistryClient, type ReceivedFile } from './registry_client/types.js'
