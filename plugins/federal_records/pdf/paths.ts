/** Page on which staff seal a document. */
export const sealPath = (document: number | string) => `/admin/documents/${document}/seal/`
