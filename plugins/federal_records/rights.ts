/** Permission for staff to seal documents. */
export const SEAL_RIGHT = 'documents.seal'
