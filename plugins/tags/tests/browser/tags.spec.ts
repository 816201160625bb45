/** A tag, from creation to its public page. */
import { existsSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import {
  address,
  BROWSER,
  followInMenu,
  launchBrowser,
  NO_BROWSER,
  openPage,
} from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'

const WITHOUT = !BROWSER || !existsSync(app.makePath('plugins/tags'))

test.group('tags in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (!WITHOUT) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  test('{width} pixels, JavaScript {scripts}: create, add to a docket, publish, view as a visitor')
    .with([
      { width: 1280, scripts: true },
      { width: 360, scripts: true },
      { width: 360, scripts: false },
    ])
    .skip(WITHOUT, NO_BROWSER)
    .run(async ({ assert }, { width, scripts }) => {
      const account = await makeAccount()
      const { page, complaints, foreign } = await openPage(browser, width, {
        javaScriptEnabled: scripts,
      })
      const sound = async (name: string) => {
        if (!scripts) return
        assert.isAtMost(await overflow(page), 0, `${name} is too wide`)
        // Once per state: the wide page has the same elements.
        if (width === 360) assert.deepEqual(await barriers(page), [], name)
      }
      await signIn(page, account)
      await followInMenu(page, 'Tags')
      await page.getByText('No tags yet').waitFor()
      await sound('no tags')
      await page.getByLabel('Name', { exact: true }).fill('water-rights')
      await page.getByLabel('Title (optional)').fill('Water rights')
      await page
        .getByLabel('Description (optional)')
        .fill('*Who owns* the [river](https://example.org/).')
      await page.getByRole('button', { name: 'Create tag' }).click()
      await page.getByText('Tag created.').waitFor()
      await sound('tags')

      await page.goto(address('/docket/1/'))
      await page.getByLabel('Add a tag').fill('water-rights')
      await page.getByRole('button', { name: 'Add tag' }).click()
      await page.getByRole('button', { name: 'Remove water-rights' }).waitFor()
      await sound('docket')
      await page.getByLabel('Add a tag').fill('not a name')
      await page.getByRole('button', { name: 'Add tag' }).click()
      await page.getByRole('heading', { name: "This tag can't be added" }).waitFor()
      await sound('refused')

      await page.goto(address('/profile/tags/'))
      await page.getByRole('button', { name: 'Publish water-rights' }).click()
      await page.getByText('The tag is now public.').waitFor()
      await page.getByRole('link', { name: 'Edit water-rights' }).click()
      await sound('edit')
      await page.goto(address(`/tags/${account.username}/`))
      await sound('own public list')

      const guest = await openPage(browser, width)
      await guest.page.goto(address(`/tags/${account.username}/`))
      await guest.page.getByRole('link', { name: 'Water rights' }).click()
      await guest.page.getByRole('heading', { name: 'Water rights' }).waitFor()
      assert.isAtMost(await overflow(guest.page), 0)
      assert.deepEqual(await barriers(guest.page), [])
      const river = guest.page.getByRole('link', { name: 'river' })
      assert.include(await river.getAttribute('rel'), 'nofollow')
      assert.equal(await guest.page.locator('tbody tr').count(), 1)
      if (process.env.SCREENSHOTS) {
        await guest.page.screenshot({ path: `${process.env.SCREENSHOTS}/tag-${width}.png` })
        await page.goto(address('/profile/tags/'))
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/tags-${width}.png` })
        await page.goto(address('/docket/1/'))
        await page.screenshot({
          path: `${process.env.SCREENSHOTS}/docket-${width}.png`,
          fullPage: true,
        })
      }

      await page.goto(address('/profile/tags/'))
      await page.getByRole('link', { name: 'Delete water-rights' }).click()
      await sound('delete')
      await page.getByRole('button', { name: 'Delete tag' }).click()
      await page.getByText('No tags yet').waitFor()
      // The browser logs the 422 response.
      const wrong = complaints.filter((text) => !text.includes('422'))
      assert.deepEqual([...wrong, ...guest.complaints], [])
      assert.deepEqual([...foreign, ...guest.foreign], [])
      await page.close()
      await guest.page.close()
    })

  test('counts a page view once per tab, for visitors and accounts')
    .skip(WITHOUT, NO_BROWSER)
    .run(async ({ assert }) => {
      const database = await app.container.make('lucid.db')
      const views = async (label: string) =>
        Number((await database.from('page_views').where('label', label).first())?.value ?? 0)
      const account = await makeAccount()
      for (const [path, label] of [
        ['/docket/1/', 'd.1:view'],
        ['/opinion/1001/', 'o.1001:view'],
      ] as const) {
        await database.from('page_views').where('label', label).delete()
        for (const known of [false, true]) {
          const { page, complaints } = await openPage(browser, 1280)
          if (known) await signIn(page, account)
          const answered = page.waitForResponse('**/increment-event/')
          await page.goto(address(path))
          assert.equal((await answered).status(), 202)
          await page.reload({ waitUntil: 'networkidle' })
          assert.equal(await views(label), known ? 2 : 1)
          assert.deepEqual(complaints, [])
          await page.close()
        }
      }
    })
})
