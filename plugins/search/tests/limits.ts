/** One request for each attempt limit of this plugin (tests/functional/attempt_limits.spec.ts). */
import type { Visitor } from '#tests/helpers/visitor'

export const limits = {
  'search-pages': (visitor: Visitor) => visitor.get('/search/?q=court'),
}
