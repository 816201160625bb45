import { errorKinds } from '#app/support/errors'

export const NOTE_ERRORS = errorKinds({
  note_quota_reached: {
    status: 403,
    message: "You've reached the limit for notes.",
    hint: 'Delete a note first.',
  },
})

export default NOTE_ERRORS
