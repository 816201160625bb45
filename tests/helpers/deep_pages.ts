import { MAX_PAGES } from '#api/pagination/page'

/** The address of a next page; null where page numbers end, whatever follows. */
export function shallow(next: string | null): string | null {
  if (!next) return null
  const page = Number(new URL(next, 'http://localhost').searchParams.get('page'))
  return page > MAX_PAGES ? null : next
}
