/** Errors of tags. */
import { errorKinds } from '#app/support/errors'

export const TAG_ERRORS = errorKinds({
  tag_quota_reached: {
    status: 403,
    message: 'The account or the tag has as many as it may have.',
    hint: 'Delete a tag, or take the tag from a docket.',
  },
})

export default TAG_ERRORS
