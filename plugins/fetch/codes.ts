/** Codes of the fetch queue (specification, Fetch request; fetch-and-upload, 1.1 and 1.3). */
import { choices } from '#api/fields'
import { statusChoices, type STATUS } from '#plugins/federal_records/public/queue_statuses'

export { OPEN, STATUS } from '#plugins/federal_records/public/queue_statuses'

export type FinalStatus = (typeof STATUS)['done' | 'failed' | 'invalid' | 'incomplete']

export const STATUSES = statusChoices('Item failed validity tests during the POST')

export const TYPE = { docket: 1, pdf: 2, attachmentPage: 3 } as const

export const TYPES = choices({
  [TYPE.docket]: 'Docket',
  [TYPE.pdf]: 'PDF',
  [TYPE.attachmentPage]: 'Attachment page',
})

/** Names of jobs, for senders that don't load the jobs' modules. */
export const LANE_JOB = 'fetch.lane'
export const REMOVE_JOB = 'fetch.remove_files'
