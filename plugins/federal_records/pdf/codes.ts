/** Codes, messages, and job names of stored PDFs. */

/** Codes of `archive_documents.ocr_status` (codes.ts has their labels). */
export const OCR = { done: 1, notNeeded: 2, failed: 3, needed: 4 } as const

/** Codes of `archive_documents.thumbnail_status` (codes.ts has their labels). */
export const THUMBNAIL = { needed: 0, done: 1, failed: 2 } as const

/** Messages by the reason in `document_texts`. */
export const TEXT_REASONS = {
  encrypted: 'The file is password-protected.',
  damaged: 'The file is damaged.',
  xfa_form: 'The file is a dynamic form (XFA), which needs another program.',
  too_large: 'The file is too large to be read.',
  too_hard: 'Processing the file took too much time or memory.',
  gave_up: 'Reading the file failed repeatedly.',
  file_missing: 'The file is missing.',
  ocr_queued: 'Text recognition (OCR) is queued.',
  ocr_off: 'Text recognition (OCR) is off on this server.',
  ocr_too_long: 'The file has more pages than this server recognizes (OCR).',
  ocr_failed: 'OCR failed on all pages.',
} as const

export type TextReason = keyof typeof TEXT_REASONS

/** Names of the jobs of stored PDFs. */
export const QUEUES = {
  /** Reads the text of a file. */
  read: 'federal_records.read_pdf',
  /** Recognizes pages of a file. */
  recognize: 'federal_records.recognize_pdf',
  /** Deletes files that no document refers to. */
  remove: 'federal_records.remove_files',
} as const
