/** Statuses of the upload queue and the fetch queue (fetch-and-upload, 2.1)
. */
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

/** Statuses of unfinished work. */
export const OPEN: readonly number[] = [STATUS.queued, STATUS.processing, STATUS.retrying]

/** @param invalid name of status 6, which the fetch queue overrides */
export function statusChoices(invalid = 'Item failed validity tests') {
  return choices({
    [STATUS.queued]: 'Awaiting processing in queue',
    [STATUS.done]: 'Item processed successfully',
    [STATUS.failed]: 'Item encountered an error while processing',
    [STATUS.processing]: 'Item is currently being processed',
    [STATUS.retrying]: 'Item failed processing, but will be retried',
    [STATUS.invalid]: invalid,
    [STATUS.incomplete]: 'Insufficient metadata to complete the task',
  })
}
