/** What plugins that require this one may import; all else of it may change. */
export { pagePath } from './resources/archive_document.js'
export { ENTRIES, EXAMPLE_ENTRY } from './webhooks/examples.js'
export {
  shownDocuments,
  shownEntries,
  type ShownDocument,
  type ShownEntry,
} from './webhooks/payload.js'
