import type { Citation } from './citation.js'

/**
 * A text that citations in full of one authority share, however they spell its
 * reporter: `2 U. S. 4` and `2 U.S. 4`.
 * @returns null for an unknown page, which is no authority: `2 U.S. ___`.
 */
export function authorityKey({ kind, reporter, edition, page, groups }: Citation): string | null {
  if (page === null) return null
  const family = kind === 'law' || kind === 'journal' ? kind : 'case'
  const sorted = Object.entries(groups)
    .filter(([name]) => name !== 'reporter')
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([family, edition?.name ?? reporter, sorted])
}

/** Whether two citations in full name the same authority. */
export function sameAuthority(one: Citation, other: Citation): boolean {
  const key = authorityKey(one)
  return key !== null && key === authorityKey(other)
}
