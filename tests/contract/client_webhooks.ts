/** Delivers webhook events to a receiver, for the keys that public programs read from them. */
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { Jobs } from '#app/jobs/jobs'
import { followed } from '#tests/helpers/consumers'
import { makeDocket } from '#tests/helpers/own_docket'
import docketAlerts from '#plugins/alerts/docket_alerts/consumer'
import { announceDocket } from '#plugins/alerts/docket_alerts/jobs'
import { LANE_JOB } from '#plugins/fetch/codes'
import { deliver, makeDeliverer } from '#plugins/webhooks/tests/endpoints'
import { postAs, type Post } from './client_samples.js'
import { Receiver, type ReceivedRequest } from '#plugins/webhooks/tests/receiver'

/** What causes an event. Other events are sent as test events. */
const CAUSES: Record<number, (post: Post) => Promise<void>> = {
  async 1(post) {
    const docket = await makeDocket()
    await post('docket-alerts/', { docket: docket.id })
    await followed(docketAlerts, () =>
      docket.addEntry('COMPLAINT', [{}, { attachment_number: 1, description: 'Exhibit' }])
    )
    await (await app.container.make(Jobs)).runWaiting(announceDocket.name)
  },
  async 3(post) {
    const docket = await makeDocket({ court_id: 'cand', registry_case_id: '990077' })
    const { documents } = await docket.addEntry('ORDER')
    await post('recap-fetch/', {
      request_type: 2,
      pacer_username: 'reader',
      pacer_password: 'password',
      recap_document: documents[0],
      docket: docket.id,
    })
    await (await app.container.make(Jobs)).runWaiting(LANE_JOB)
  },
}

/** Causes an event for an account with a webhook and returns the delivered request. */
export async function deliveredEvent(
  client: ApiClient,
  authorization: string,
  event: number
): Promise<ReceivedRequest> {
  const post = postAs(client, authorization)
  const receiver = await Receiver.start()
  try {
    const deliverer = await makeDeliverer([receiver.host])
    const webhook = await post('webhooks/', {
      url: 'https://example.org/hooks',
      event_type: event,
      enabled: true,
    })
    const database = await app.container.make('lucid.db')
    await database.from('webhooks').where('id', webhook.id).update({ url: receiver.url })
    const cause = CAUSES[event]
    if (cause) await cause(post)
    else await post('webhook-deliveries/', { webhook: webhook.id })
    await deliver(deliverer, { id: String(webhook.id), secret: webhook.secret })
    return receiver.received[0]!
  } finally {
    await receiver.stop()
  }
}
