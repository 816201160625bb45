/** What the court system asks for a document, in cents (fetch-and-upload, 3). */
const PAGE = 10
const MAX_PRICE = 300
/** For a document whose pages are not known: what one costs on average. */
const UNKNOWN = 91

interface Priced {
  page_count: number | null
  is_free_on_registry: boolean | null
}

/** @returns dollars, as text: `0.91` */
export function priceOf({ page_count: pages, is_free_on_registry: free }: Priced): string {
  const cents = free ? 0 : pages === null ? UNKNOWN : Math.min(pages * PAGE, MAX_PRICE)
  return (cents / 100).toFixed(2)
}

/** The likely price in words: `about $0.91`, `free`. */
export function likelyPrice(document: Priced): string {
  return document.is_free_on_registry ? 'free' : `about $${priceOf(document)}`
}

/** The price in SQL, in cents, over the rows called `doc`. */
export const PRICE_SQL = `CASE WHEN doc.is_free_on_registry THEN 0 WHEN doc.page_count IS NULL THEN ${UNKNOWN}
  ELSE least(doc.page_count * ${PAGE}, ${MAX_PRICE}) END`
