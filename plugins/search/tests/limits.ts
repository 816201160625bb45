/** One request for each attempt limit of this plugin (tests/functional/attempt_limits.spec.ts). */
import type { Visitor } from '#tests/helpers/visitor'

export const limits = {
  'search-suggestions': (visitor: Visitor) => visitor.get('/search/suggest/?q=brown'),
  'search-pages': (visitor: Visitor) => visitor.get('/search/?q=court'),
}
