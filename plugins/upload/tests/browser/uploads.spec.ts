/** Files are uploaded on a page, on a phone, with and without scripts. */
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'
import { MANAGE_RIGHT, UPLOAD_RIGHT } from '../../rights.js'

test.group('uploads in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  test('several files are sent, and listed')
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }) => {
      const { page, complaints, foreign } = await openPage(browser, 360)
      const sound = async (name: string) => {
        assert.isAtMost(await overflow(page), 0, `${name} is too wide`)
        assert.deepEqual(await barriers(page), [], name)
      }
      await signIn(page, await makeAccount({ rights: [UPLOAD_RIGHT, MANAGE_RIGHT] }))
      await page.goto(address('/uploads/'))
      await sound('empty page')
      await page.getByLabel('Court ID').fill('cand')
      await page.getByLabel('Case ID in the court system').fill('4713')
      await page.locator('input[type=file]').setInputFiles(
        ['one.html', 'two.html'].map((name) => ({
          name,
          mimeType: 'text/html',
          buffer: Buffer.from(`<p>${name}</p>`),
        }))
      )
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.locator('tbody tr').nth(1).waitFor()
      assert.equal(await page.locator('tbody tr').count(), 2)
      await sound('list')
      for (const path of ['/admin/uploads/', '/admin/upload-counts/']) {
        await page.goto(address(path))
        await sound(path)
      }
      assert.deepEqual([complaints, foreign], [[], []])
    })
})
