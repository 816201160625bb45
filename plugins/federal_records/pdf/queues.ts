/** Names of the jobs of stored PDFs. */
export const QUEUES = {
  /** Reads the text of a file. */
  read: 'federal_records.read_pdf',
  /** Recognizes pages of a file. */
  recognize: 'federal_records.recognize_pdf',
  /** Removes files no document names. */
  remove: 'federal_records.remove_files',
} as const
