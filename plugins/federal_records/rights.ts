/** Permission for staff to seal documents. */
export const SEAL_RIGHT = 'documents.seal'

/** Permission for staff to review unread text of court pages. */
export const REVIEW_RIGHT = 'court_pages.review'

/** Permission for staff to merge entries or dismiss possible duplicates. */
export const MERGE_RIGHT = 'entries.merge'
