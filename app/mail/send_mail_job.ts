import { defineJob } from '#app/jobs/define_job'
import { Outbox } from './outbox.js'
import { SEND_MAIL } from './outbox_messenger.js'

/** Sends one email. Its text stays in its row, because links are secrets. */
export default defineJob<{ mail: string }>({
  name: SEND_MAIL,
  retryLimit: 11,
  backoff: { first: 60, most: 21_600 },
  expireInSeconds: 120,
  concurrency: 2,
  handler: async ({ mail }, { app, runner }) =>
    (await app.container.make(Outbox)).send(mail, runner),
})
