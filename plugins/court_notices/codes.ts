/** Statuses of notices and of their free copies. */

export const STATUS = {
  queued: 'queued',
  processing: 'processing',
  retrying: 'retrying',
  done: 'done',
  failed: 'failed',
} as const

export type Status = (typeof STATUS)[keyof typeof STATUS]

/** Labels for staff and owners. */
export const STATUS_WORDS: Record<Status, string> = {
  queued: 'Queued',
  processing: 'In progress',
  retrying: 'Retry scheduled',
  done: 'Done',
  failed: 'Failed',
}

/** Status of the one free copy of a document. */
export const COPY = {
  /** Not requested yet. */
  waiting: 'waiting',
  /** Committed before the request is sent, because the link works only once. */
  requested: 'requested',
  /** Downloaded, but not yet stored with its document. */
  kept: 'kept',
  stored: 'stored',
  /** The notice has no document link. */
  none: 'none',
  /** The archive already had the document. */
  known: 'known',
  used: 'free_look_used',
  /** The court's response was lost; the request isn't repeated. */
  unknown: 'free_look_outcome_unknown',
  /** The court returned something else; the message has the reason. */
  refused: 'refused',
  /** The court was unreachable in every attempt. */
  unreachable: 'court_unreachable',
  /** Fetching is off. */
  off: 'registry_off',
} as const

export type CopyState = (typeof COPY)[keyof typeof COPY]

export const COPY_WORDS: Record<CopyState, string> = {
  waiting: 'Not requested yet',
  requested: 'Requested',
  kept: 'Received',
  stored: 'Stored',
  none: 'No document',
  known: 'Already available',
  free_look_used: 'Link already used',
  free_look_outcome_unknown: 'Response lost',
  refused: 'Refused',
  court_unreachable: 'Court unreachable',
  registry_off: 'Fetching is off',
}

/** Source of a notice. */
export const ORIGIN = { email: 'email', upload: 'upload' } as const
