/** Codes of a docket alert (specification, Alert records). */
export const UNSUBSCRIBED = 0
export const SUBSCRIBED = 1

/** Characters of the note an owner writes. */
export const MAX_NOTE_LENGTH = 500
