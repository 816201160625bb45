/** One request for each attempt limit of this plugin (tests/functional/attempt_limits.spec.ts). */
import type { Visitor } from '#tests/helpers/visitor'

export const limits = {
  'alert-links': (visitor: Visitor) => visitor.post('/alert/docket/subscribe/unknown/', {}),
  'alert-clicks': (visitor: Visitor) =>
    visitor.post('/alert/docket/one-click-unsubscribe/unknown/', {}),
  'alert-hits': (visitor: Visitor) => visitor.get('/alert/hits/unknown/'),
}
