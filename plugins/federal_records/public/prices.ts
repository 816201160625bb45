/** Prices of documents in the court system, in cents (fetch-and-upload, 3). */
const PAGE = 10
const MAX_PRICE = 300
/** The average price, for documents with an unknown number of pages. */
const UNKNOWN = 91

interface Priced {
  page_count: number | null
  is_free_on_registry: boolean | null
}

/** @returns dollars, as text: `0.91` */
export function formatDocumentPrice({
  page_count: pages,
  is_free_on_registry: free,
}: Priced): string {
  const cents = free ? 0 : pages === null ? UNKNOWN : Math.min(pages * PAGE, MAX_PRICE)
  return (cents / 100).toFixed(2)
}

/** The estimated price as text: `about $0.91`, `free`. */
export function likelyPrice(document: Priced): string {
  return document.is_free_on_registry ? 'free' : `about $${formatDocumentPrice(document)}`
}

/** SQL of the price in cents, for the alias `doc`. */
export const PRICE_SQL = `CASE WHEN doc.is_free_on_registry THEN 0 WHEN doc.page_count IS NULL THEN ${UNKNOWN}
  ELSE least(doc.page_count * ${PAGE}, ${MAX_PRICE}) END`
