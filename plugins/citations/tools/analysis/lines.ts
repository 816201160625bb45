import type { Reference } from '../../lookup/text_citations.js'

/** Lines for what leads to no authority, each text once. */
export function unresolvedLines(unresolved: readonly (Reference & { count: number })[]): string[] {
  return unresolved.map(
    ({ label, text, count }) => `- [${label}] "${text}"${count > 1 ? ` (${count} times)` : ''}`
  )
}

/** `3 reference(s)`. */
export function references(count: number): string {
  return `${count} reference(s)`
}
