/** Staff find a failing webhook and fix it. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { assertReadable, signIn } from '#tests/helpers/console_pages'
import {
  allowHost,
  deliver,
  listDeliveries,
  hurry,
  makeDeliverer,
  makeEndpoint,
  runTurns,
  send,
} from '#plugins/webhooks/tests/endpoints'
import { accept, Receiver, refuse } from '#plugins/webhooks/tests/receiver'
import { STATUS } from '#plugins/webhooks/rows'

test.group('staff pages of webhooks in a browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (!BROWSER) return () => {}
    browser = await launchBrowser()
    return () => browser.close()
  })

  test('leads from the dashboard to the delivery', async ({ assert }) => {
    const receiver = await Receiver.start()
    const forbid = await allowHost(receiver.host)
    const { page, complaints } = await openPage(browser)
    const look = (name: string) => assertReadable(assert, page, name)
    try {
      const owner = await makeAccount()
      const endpoint = await makeEndpoint(owner.id, receiver.url)
      receiver.behave = refuse
      await send(owner.id, { n: 1 })
      const database = await app.container.make('lucid.db')
      const deliverer = await makeDeliverer([receiver.host])
      for (let turn = 0; turn < 20; turn++) {
        await hurry(endpoint)
        await deliver(deliverer, endpoint)
      }
      const { enabled } = await database.from('webhooks').where('id', endpoint.id).first()
      assert.isFalse(enabled)

      await signIn(page, await makeAccount({ rights: ['*'] }))
      await page.goto(address('/admin/'))
      await page.getByRole('link', { name: /disabled after failures/ }).click()
      await page
        .getByRole('row', { name: new RegExp(owner.username) })
        .getByRole('link', { name: /updated docket entry/ })
        .click()
      await look('webhook')
      await page
        .getByRole('row', { name: /Failed/ })
        .getByRole('link')
        .click()
      await page.getByText('out of order').first().waitFor()
      await page.getByText('Response status 500.').first().waitFor()
      await look('delivery')

      receiver.behave = accept
      await page.getByRole('button', { name: 'Enable and resend' }).click()
      await page.getByText('The event is being resent.').waitFor()
      await runTurns()
      await page.reload()
      await page.getByRole('cell', { name: 'Delivered' }).waitFor()
      const [first, second] = await listDeliveries(endpoint)
      assert.equal(second!.status, STATUS.delivered)
      assert.equal(second!.event_id, first!.event_id)

      await page.goto(address(`/admin/audit/?account=${owner.username}`))
      const log = await page.locator('main').innerText()
      assert.include(log, `enabled the webhook ${endpoint.id} of ${owner.username}`)
      assert.include(log, `resent a delivery of the webhook ${endpoint.id} of ${owner.username}`)
      assert.deepEqual(complaints, [])
    } finally {
      await page.close()
      forbid()
      await receiver.stop()
    }
  }).skip(!BROWSER, NO_BROWSER)
})
