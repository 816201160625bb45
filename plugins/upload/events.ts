/** Published after an uploaded court email is merged. */
export const NOTICE_MERGED = 'upload.notice_merged'
