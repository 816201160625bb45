/** One request for each attempt limit of this plugin (tests/functional/attempt_limits.spec.ts). */
import type { Visitor } from '#tests/helpers/visitor'

export const limits = {
  'oauth-authorize': (visitor: Visitor) => visitor.get('/o/authorize/?client_id=unknown'),
  'oauth-registration': (visitor: Visitor) => visitor.ask('POST', '/o/register/', { body: '{}' }),
}
