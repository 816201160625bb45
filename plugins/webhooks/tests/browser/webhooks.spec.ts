/** Pages of webhooks in a browser. */
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { assertReadable, signIn } from '#tests/helpers/console_pages'
import { Receiver } from '#plugins/webhooks/tests/receiver'
import { allowHost, runTurns } from '#plugins/webhooks/tests/endpoints'

test.group('webhooks in a browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (!BROWSER) return () => {}
    browser = await launchBrowser()
    return () => browser.close()
  })

  test('adds a webhook, sends a test event, and shows it in the log', async ({ assert }) => {
    const receiver = await Receiver.start()
    const forbid = await allowHost(receiver.host)
    const { page, complaints } = await openPage(browser)
    const look = (name: string) => assertReadable(assert, page, name)
    try {
      await signIn(page, await makeAccount())
      await page.getByRole('link', { name: 'Webhooks' }).click()
      await look('list')
      await page.getByLabel('Event').selectOption({ label: 'updated docket entry, version 1' })
      await page.getByLabel('URL').fill(receiver.url)
      await page.getByRole('button', { name: 'Add webhook' }).click()
      const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
      await look('secret')

      await page.getByRole('button', { name: 'Send test event' }).click()
      await page.getByText('Test event queued.').waitFor()
      await runTurns()
      const [request] = receiver.received
      new Webhook(secret).verify(request!.body, request!.headers as Record<string, string>)
      await page.reload()
      await page.getByRole('cell', { name: 'Delivered' }).waitFor()
      await look('log')
      await page.getByRole('rowheader').getByRole('link').click()
      await page.getByText('Response status 204.').waitFor()
      await page.getByText('Request headers').click()
      await look('event')
      await page.getByRole('button', { name: 'Resend' }).click()
      await page.getByText('The event is being resent.').waitFor()
      await runTurns()
      assert.lengthOf(receiver.received, 2)
      await page.getByText('Edit', { exact: true }).click()
      await look('edit')
      await page.getByLabel('URL').fill(`${receiver.url}moved`)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Changes saved.').waitFor()
      await page.goto(address('/profile/webhooks/'))
      await page.getByRole('rowheader', { name: 'updated docket entry' }).waitFor()
      assert.deepEqual(complaints, [])
    } finally {
      await page.close()
      forbid()
      await receiver.stop()
    }
  }).skip(!BROWSER, NO_BROWSER)
})
