import { defineWebhookEvent } from '#app/webhooks/define_webhook_event'
import { STATUS, TYPE } from '../codes.js'

const TIME = '2026-03-02T17:04:05.000000+00:00'

export default defineWebhookEvent({
  code: 3,
  name: 'fetch',
  label: 'fetch',
  description: 'A fetch request to the court system has ended.',
  versions: [1, 2],
  deprecated: { 1: '2024-11-18T00:00:00+00:00' },
  shows: { resources: ['archive-fetch'] },
  example: () => ({
    id: 1,
    court: 'cand',
    docket: 1,
    recap_document: null,
    date_created: TIME,
    date_modified: TIME,
    date_completed: TIME,
    status: STATUS.done,
    request_type: TYPE.docket,
    message: 'Successfully completed fetch and save.',
    registry_case_id: '',
    docket_number: '3:26-cv-00021',
    de_date_start: null,
    de_date_end: null,
    de_number_start: null,
    de_number_end: null,
    show_parties_and_counsel: true,
    show_terminated_parties: true,
    show_list_of_member_cases: false,
  }),
})
