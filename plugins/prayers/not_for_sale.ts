/**
 * Whether the court system does not sell a document, in SQL, over the rows
 * called `doc` and what is known of their availability, `a`.
 */
export const NOT_FOR_SALE_SQL = `(a.document_id IS NOT NULL OR doc.registry_doc_id = '' OR doc.is_sealed IS TRUE)`
