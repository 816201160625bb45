/** Public API for plugins that require this one. */

export { RegistryError } from './registry_client/registry_error.js'
export { type RegistryClient } from './registry_client/types.js'
export { CourtSystem } from './court_system.js'
export { SimulatedCourts } from './court_system.js'
export { courtCheck, type AskedDocument, type CourtAnswer, type CourtCheck } from './court_check.js'
