/** Published when a court email was uploaded and merged. */
export const NOTICE_MERGED = 'upload.notice_merged'

export const EVENTS = {
  [NOTICE_MERGED]: 'A notification email was uploaded and merged. The listener deletes its file.',
}
