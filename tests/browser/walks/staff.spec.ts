/** Staff repair a webhook that was disabled after failures. */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { BROWSER, NO_BROWSER } from '#tests/helpers/browser'
import { STATUS } from '#plugins/webhooks/rows'
import {
  allowHost,
  deliver,
  hurry,
  listDeliveries,
  makeDeliverer,
  makeEndpoint,
  runTurns,
  send,
} from '#plugins/webhooks/tests/endpoints'
import { accept, Receiver, refuse } from '#plugins/webhooks/tests/receiver'
import { Walker, WAYS, withBrowser } from './walker.js'

/** More attempts than a webhook has before it is disabled. */
const ATTEMPTS = 20

test.group('staff', (group) => {
  group.setup(withBrowser)

  test('repair a disabled webhook ({$self})')
    .with([...WAYS])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert, cleanup }, way) => {
      const receiver = await Receiver.start()
      const forbid = await allowHost(receiver.host)
      cleanup(async () => {
        forbid()
        await receiver.stop()
      })
      const owner = await makeAccount()
      const endpoint = await makeEndpoint(owner.id, receiver.url)
      receiver.behave = refuse
      await send(owner.id, { n: 1 })
      const deliverer = await makeDeliverer([receiver.host])
      for (let turn = 0; turn < ATTEMPTS; turn++) {
        await hurry(endpoint)
        await deliver(deliverer, endpoint)
      }

      const person = await Walker.start(assert, way)
      await person.signIn(await makeAccount({ rights: ['*'] }))
      await person.followInMenu('Staff pages')
      await person.follow(/disabled after failures/)
      const listed = person.page.getByRole('row', { name: new RegExp(owner.username) })
      await person.follow(/updated docket entry/, listed)
      const failed = person.page.getByRole('row', { name: /Failed/ })
      await person.follow(/^\d+$/, failed)
      await person.read('Response status 500.')
      await person.read('out of order')

      receiver.behave = accept
      await person.press('Enable and resend')
      await person.read('The event is being resent.')
      await runTurns()
      const [first, second] = await listDeliveries(endpoint)
      assert.equal(second!.status, STATUS.delivered)
      assert.equal(second!.event_id, first!.event_id)
      assert.equal(receiver.received.at(-1)!.body, receiver.received[0]!.body)

      await person.followInMenu('Webhooks', 'Staff')
      await person.follow(/updated docket entry/, listed)
      await person.read('Delivered', person.page.getByRole('table'))
      await person.end()
    })
})
