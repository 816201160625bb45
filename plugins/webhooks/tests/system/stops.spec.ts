/** Stops while events are being sent. */
import { groupOfStops } from '#tests/helpers/stops'
import { QUEUES } from '../../delivery/queues.js'

groupOfStops('a stop while events are sent', [
  {
    name: 'an event for an endpoint that does not answer',
    settings: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:SILENT' },
    enter: async (stage) => {
      const authorization = await stage.account('wilma')
      const url = `http://127.0.0.1:${stage.silentPort}/hook`
      const wanted = { url, event_type: 1, enabled: true }
      const { id } = await stage.post('/api/rest/v4/webhooks/', authorization, wanted)
      await stage.query(
        `INSERT INTO webhook_deliveries (webhook_id, event_id, body)
         VALUES ($1, gen_random_uuid(), '{}')`,
        [id]
      )
      await stage.queueJob('webhooks.look_for_due')
      await Promise.race(Object.values(QUEUES).map((name) => stage.working(name)))
    },
  },
])
