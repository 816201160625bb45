/** States of notices and of their free copies. */

export const STATUS = {
  queued: 'queued',
  processing: 'processing',
  retrying: 'retrying',
  done: 'done',
  failed: 'failed',
} as const

export type Status = (typeof STATUS)[keyof typeof STATUS]

/** In words, for staff and owners. */
export const STATUS_WORDS: Record<Status, string> = {
  queued: 'Queued',
  processing: 'In progress',
  retrying: 'To be retried',
  done: 'Done',
  failed: 'Failed',
}

/** What became of the one free copy of a document. */
export const COPY = {
  /** Nothing has been asked yet. */
  waiting: 'waiting',
  /** The court is asked: committed before the request, because it answers once only. */
  requested: 'requested',
  /** The file is here, and not yet with its document. */
  kept: 'kept',
  stored: 'stored',
  /** The notice leads to no document. */
  none: 'none',
  /** The archive had the document already. */
  known: 'known',
  used: 'free_look_used',
  /** The court was asked, and what it answered was lost: it is not asked again. */
  unknown: 'free_look_outcome_unknown',
  /** The court answered with something else, as the message says. */
  refused: 'refused',
  /** The court could not be reached for all attempts. */
  unreachable: 'court_unreachable',
  /** Fetching is off. */
  off: 'registry_off',
} as const

export type CopyState = (typeof COPY)[keyof typeof COPY]

export const COPY_WORDS: Record<CopyState, string> = {
  waiting: 'Not asked for yet',
  requested: 'Asked for',
  kept: 'Received',
  stored: 'Stored',
  none: 'No document',
  known: 'Already here',
  free_look_used: 'Free copy used up',
  free_look_outcome_unknown: 'Asked for, answer lost',
  refused: 'Refused',
  court_unreachable: 'Court not reached',
  registry_off: 'Fetching is off',
}

/** How a notice came. */
export const ORIGIN = { email: 'email', upload: 'upload' } as const
