import { StartupError } from './startup_error.js'

/** Stable codes of plugin errors, which are used in tests and docs. */
export type PluginErrorCode =
  | 'E_BAD_PLUGIN'
  | 'E_DUPLICATE_PLUGIN'
  | 'E_UNKNOWN_REQUIREMENT'
  | 'E_CIRCULAR_REQUIREMENT'
  | 'E_MISSING_REQUIREMENT'
  | 'E_DUPLICATE_RESOURCE'
  | 'E_DUPLICATE_FIELD'
  | 'E_DUPLICATE_COMMAND'
  | 'E_DUPLICATE_BULK_FILE'
  | 'E_UNKNOWN_BULK_FILE'
  | 'E_CIRCULAR_BULK_FILES'
  | 'E_DUPLICATE_ENDPOINT'
  | 'E_DUPLICATE_PUBLICATION'
  | 'E_DUPLICATE_JOB'
  | 'E_FOREIGN_CONSUMER'
  | 'E_DUPLICATE_CONSUMER'
  | 'E_FOREIGN_JOB'
  | 'E_BAD_JOB'
  | 'E_DUPLICATE_WEBHOOK_EVENT'
  | 'E_BAD_WEBHOOK_EVENT'
  | 'E_BAD_RECORD_EDIT'
  | 'E_DUPLICATE_EVENT'
  | 'E_UNKNOWN_EVENT'
  | 'E_UNKNOWN_RELATION'
  | 'E_UNKNOWN_FIELD'
  | 'E_NO_KEY'
  | 'E_NO_HELP'
  | 'E_UNUSED_SECRET'
  | 'E_EXPOSED_CREDENTIAL'
  | 'E_MISSING_COLUMN'
  | 'E_DUPLICATE_SEARCH_INDEX'
  | 'E_DUPLICATE_SEARCH_TYPE'
  | 'E_UNKNOWN_SEARCH_INDEX'
  | 'E_UNKNOWN_SEARCH_TYPE'
  | 'E_UNKNOWN_SEARCH_FIELD'
  | 'E_NOT_PUBLISHED'
  | 'E_UNKNOWN_NAME'
  | 'E_DUPLICATE_NAME'
  | 'E_DUPLICATE_PAGE'
  | 'E_DUPLICATE_TOOL'
  | 'E_CIRCULAR_TOOLS'
  | 'E_DUPLICATE_BEARER'
  | 'E_DUPLICATE_SCOPE'
  | 'E_BAD_SCOPE'
  | 'E_UNKNOWN_SCOPE'
  | 'E_UNKNOWN_RIGHT'
  | 'E_DUPLICATE_QUOTA'
  | 'E_BAD_MOUNT'
  | 'E_DUPLICATE_MOUNT'
  | 'E_DUPLICATE_ERROR'

/** A conflict between plugins or with the database, which prevents startup. */
export class PluginError extends StartupError {
  override name = 'PluginError'

  constructor(
    readonly code: PluginErrorCode,
    reason: string
  ) {
    super(`${code}: ${reason}`)
  }
}
