/** Events of the upload queue. */
export const NOTICE_MERGED = 'upload.notice_merged'

export const EVENTS = {
  [NOTICE_MERGED]:
    'A notification email was uploaded and merged; its file is deleted by the listener.',
}
