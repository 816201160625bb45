/** Bytes of the end of a page that hold its receipt. */
const TAIL = 40_000
/** Cells of a receipt that name its account, with the value in the cell after them (court system 13). */
const ACCOUNT =
  /(PACER Login:|Client Code:)((?:\s|&nbsp;|<(?!th\b|\/?tr\b)[^<>]{1,200}>){0,20})[^<]{1,300}/gi

/**
 * A page whose receipt does not say whose it is: pages are kept, and credentials are not
 * (specification, Fetch credentials).
 *
 * @param page as received, in whichever encoding
 */
export function withoutAccount(page: Uint8Array): Uint8Array {
  const start = Math.max(page.length - TAIL, 0)
  const end = Buffer.from(page.subarray(start)).toString('latin1')
  const blanked = end.replace(ACCOUNT, '$1$2')
  if (blanked === end) return page
  return Buffer.concat([page.subarray(0, start), Buffer.from(blanked, 'latin1')])
}
