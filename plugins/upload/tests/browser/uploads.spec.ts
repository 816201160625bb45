/** Uploads files on the page, on a phone, with and without scripts. */
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'
import { MANAGE_RIGHT, UPLOAD_RIGHT } from '../../rights.js'
import { removeCase, sample } from '../uploads.js'
import { work } from '../uploads.js'

test.group('uploads in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  test('sends and lists several files')
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
      await page.getByText('Details', { exact: true }).click()
      await page.getByLabel('Type').selectOption({ label: 'Docket page' })
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

  test('sends dropped files, pages before documents, and shows their status')
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert, cleanup }) => {
      const { page, complaints } = await openPage(browser)
      const account = await makeAccount({ rights: [UPLOAD_RIGHT] })
      cleanup(() => removeCase(account.id))
      await signIn(page, account)
      await page.goto(address('/uploads/'))
      const names = ['order.pdf', 'docket.html', 'attachments.html']
      const files = names.map((name) => ({ name, content: sample(name).toString('base64') }))
      await page.evaluate(`{
        const transfer = new DataTransfer()
        for (const { name, content } of ${JSON.stringify(files)}) {
          const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0))
          transfer.items.add(new File([bytes], name))
        }
        const drop = { dataTransfer: transfer, bubbles: true, cancelable: true }
        document.querySelector('[data-upload]').dispatchEvent(new DragEvent('drop', drop))
      }`)
      const sent = page.locator('[data-progress] li')
      await sent.nth(1).filter({ hasText: 'received' }).waitFor()
      await work()
      await sent.nth(2).filter({ hasText: 'received' }).waitFor()
      assert.deepEqual(await sent.allInnerTexts(), [
        'docket.html: received',
        'attachments.html: received',
        'order.pdf: received',
      ])
      await work()
      await page.locator('[data-uploads][data-open="0"]').waitFor()
      const rows = await page.locator('[data-uploads] tbody tr').allInnerTexts()
      assert.lengthOf(rows, 3)
      for (const row of rows) assert.include(row, 'Item processed successfully')
      assert.deepEqual(await barriers(page), [])
      assert.deepEqual(complaints, [])
    })

  test('reports an unrecognized file and opens the details')
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }) => {
      const { page } = await openPage(browser, 360)
      await signIn(page, await makeAccount({ rights: [UPLOAD_RIGHT] }))
      await page.goto(address('/uploads/'))
      await page.locator('input[type=file]').setInputFiles({
        name: 'recipe.html',
        mimeType: 'text/html',
        buffer: Buffer.from('<p>A recipe</p>'),
      })
      await page.getByRole('button', { name: 'Upload' }).click()
      await page
        .locator('[data-progress] li')
        .filter({ hasText: "This page isn't recognized." })
        .waitFor()
      await page.getByLabel('Court ID').waitFor()
      assert.isAtMost(await overflow(page), 0)
    })
})
