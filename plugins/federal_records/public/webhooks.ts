/** Docket entries and documents as webhooks and emails show them. */
export { ENTRIES, EXAMPLE_ENTRY } from '../webhooks/payload.js'
export {
  shownDocuments,
  shownEntries,
  type ShownDocument,
  type ShownEntry,
} from '../webhooks/payload.js'
