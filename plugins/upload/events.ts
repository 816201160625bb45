/** Published when a court email was uploaded and merged. */
export const NOTICE_MERGED = 'upload.notice_merged'
