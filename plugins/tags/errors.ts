import { errorKinds } from '#app/support/errors'

export const TAG_ERRORS = errorKinds({
  tag_quota_reached: {
    status: 403,
    message: "You've reached the limit for tags or for dockets per tag.",
    hint: 'Delete a tag, or remove the tag from a docket.',
  },
})

export default TAG_ERRORS
