import { errorKinds } from '#app/support/errors'

export const CHANGES_ERRORS = errorKinds({
  invalid_change_cursor: {
    status: 400,
    message: 'The cursor of the change feed is not valid.',
    hint: 'Use a cursor from a response, or send no "since" to get the current one.',
  },
  change_cursor_too_old: {
    status: 410,
    message: 'Changes after this cursor are no longer available.',
    hint: 'Get the current cursor without "since", read the lists again, then continue from that cursor.',
  },
  too_many_waiting_requests: {
    status: 429,
    message: 'Too many of your requests are waiting for changes.',
    hint: 'Wait for changes in one request or stream, and name several resources in it.',
  },
})

export default CHANGES_ERRORS
