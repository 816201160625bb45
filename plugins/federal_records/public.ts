/** What plugins that require this one may import; all else of it may change. */
export { firstPageText } from './pdf/pdf_reader.js'
export { stampedDocuments } from './pdf/stamped_documents.js'
export {
  isAppellateCourt,
  isBankruptcyCourt,
  isDistrictCourt,
  isRegistryCourt,
  type CourtKind,
  type RegistryCourt,
} from './court_kinds.js'
export { OPEN, STATUS, statusChoices } from './queue_statuses.js'
export { PageReader, parseInThread, type ThreadReading } from './page_thread/page_reader.js'
export {
  PageNotMerged,
  mergePage,
  type MergedPage,
  type PageToMerge,
} from './docket_sheet/from_pages/merge_page.js'
export { offerLineActions, type LineAction, type SheetLines } from './pages/docket/line_actions.js'
export { type SheetDocument } from './pages/docket/sheet_rows.js'
export { likelyPrice, PRICE_SQL, priceOf } from './price.js'
export { pagePath } from './resources/archive_document.js'
export { ENTRIES, EXAMPLE_ENTRY } from './webhooks/examples.js'
export {
  shownDocuments,
  shownEntries,
  type ShownDocument,
  type ShownEntry,
} from './webhooks/payload.js'
export { PdfRefused, storePdf, type ReceivedPdf, type StoredPdf } from './pdf/store_pdf.js'
export {
  findOrMakeDocument,
  type FoundDocument,
  type MissingPlace,
  type WantedDocument,
} from './pdf/find_document.js'
export {
  IDB_DATASETS,
  IDB_DISPOSITIONS,
  IDB_JUDGMENTS,
  IDB_JURISDICTIONS,
  IDB_ORIGINS,
  IDB_PROGRESS,
  NATURES_OF_SUIT,
} from './resources/idb_codes.js'
