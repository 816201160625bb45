export { Curia, type CuriaOptions, type RequestOptions } from './client.js'
export { CuriaError } from './errors.js'
export type { RetryOptions } from './retries.js'
export type {
  Change,
  Changed,
  ChangePath,
  Created,
  CreatePath,
  Creation,
  DeletePath,
  Filters,
  ListPath,
  Page,
  RecordAt,
  RecordPath,
  RecordQuery,
  Row,
  SearchQuery,
  SearchResults,
  SearchType,
} from './types.js'
export { verifyWebhook, WebhookVerificationError, type WebhookEvent } from './webhooks.js'
export type { components, paths } from './schema.js'
