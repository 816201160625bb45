/** Stored PDFs, and the documents that they belong to. */
export {
  findOrCreateDocument,
  type FoundDocument,
  type MissingPlace,
  type WantedDocument,
} from '../pdf/find_document.js'
export { firstPageText } from '../pdf/pdf_reader.js'
export { stampedDocuments } from '../pdf/stamped_documents.js'
export {
  PdfRefused,
  PdfStore,
  storePdf,
  type ReceivedPdf,
  type StoredPdf,
} from '../pdf/store_pdf.js'
