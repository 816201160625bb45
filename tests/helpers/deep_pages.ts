import { MAX_PAGES } from '#api/pagination/page'

/** URL of the next page, or null after the last numbered page. */
export function shallow(next: string | null): string | null {
  if (!next) return null
  const page = Number(new URL(next, 'http://localhost').searchParams.get('page'))
  return page > MAX_PAGES ? null : next
}
