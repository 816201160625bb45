/** Rights of staff over documents. */
export const SEAL_RIGHT = 'documents.seal'
