/**
 * Has the pages of dockets, people and opinion clusters count who looks at
 * them.
 */
import type { PageSection, RecordPages } from '#app/web/record_pages'
import { VIEWED } from '../limits.js'

export function countViews(pages: RecordPages): void {
  for (const [letter, resource] of Object.entries(VIEWED))
    pages.addSection(resource, counterOf(letter))
}

function counterOf(letter: string): PageSection {
  return {
    view: 'tags::view_counter',
    load: async (_records, { id }, visitor) => ({
      label: `${letter}.${id}:view`,
      csrf: visitor?.csrfToken,
    }),
  }
}
