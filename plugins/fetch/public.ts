/** What plugins that require this one may import; all else of it may change. */
export { RegistryOff } from './errors.js'
export { RegistryError, type RegistryErrorCode } from './registry_client/registry_error.js'
export { fetchedFolder, registryClient, registryIsOn, registryIsReal } from './services.js'
export type {
  BilledRequest,
  Cost,
  ExpectedCost,
  ReceivedFile,
  RegistryClient,
  RegistrySession,
  RequestContext,
} from './registry_client/types.js'
export {
  courtCheck,
  type AskedDocument,
  type CourtAnswer,
  type CourtCheck,
} from './operator/court_check.js'
