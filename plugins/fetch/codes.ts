/** Codes of the fetch queue (specification, Fetch request; fetch-and-upload, 1.1 and 1.3). */
import { choices } from '#api/fields'

export const STATUS = {
  queued: 1,
  done: 2,
  failed: 3,
  processing: 4,
  retrying: 5,
  invalid: 6,
  incomplete: 7,
} as const

export type FinalStatus = (typeof STATUS)['done' | 'failed' | 'invalid' | 'incomplete']

export const STATUSES = choices({
  [STATUS.queued]: 'Awaiting processing in queue',
  [STATUS.done]: 'Item processed successfully',
  [STATUS.failed]: 'Item encountered an error while processing',
  [STATUS.processing]: 'Item is currently being processed',
  [STATUS.retrying]: 'Item failed processing, but will be retried',
  [STATUS.invalid]: 'Item failed validity tests during the POST',
  [STATUS.incomplete]: 'Insufficient metadata to complete the task',
})

/** Statuses of requests of which something still becomes. */
export const OPEN: readonly number[] = [STATUS.queued, STATUS.processing, STATUS.retrying]

export const TYPE = { docket: 1, pdf: 2, attachmentPage: 3 } as const

export const TYPES = choices({
  [TYPE.docket]: 'Docket',
  [TYPE.pdf]: 'PDF',
  [TYPE.attachmentPage]: 'Attachment page',
})
