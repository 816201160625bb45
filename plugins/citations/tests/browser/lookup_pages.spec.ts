/**
 * Brief check and citation lookup in a browser, including automatic continuation after a rate
 * limit.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import {
  address,
  BROWSER,
  followInMenu,
  launchBrowser,
  NO_BROWSER,
  openPage,
} from '#tests/helpers/browser'
import { makePdf } from '../brief_files.js'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'

const BRIEF = `Brown v. Board of Education, 347 U.S. 483, 495 (1954), and Smith v. Jones,
5 U.S. (1 Cranch) 137 (1803), were followed in Doe v. Roe, 999 U.S. 1 (2099).`

const QUOTING_BRIEF = `${BRIEF}
The court wrote that "laughter is always a great disruption." Whitcombe-Adeyemi v. Larkspur County School District, 901 F.4th 301, 302 (6th Cir. 2024).
See 42 U.S.C. § 1983.`

test.group('citation lookup in the browser', (group) => {
  let browser: Browser
  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  test('{width} pixels, JavaScript {scripts}: paste, read, download, delete')
    .with([
      { width: 1280, scripts: true },
      { width: 360, scripts: true },
      { width: 360, scripts: false },
    ])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, { width, scripts }) => {
      const { page, complaints, foreign } = await openPage(browser, width, {
        javaScriptEnabled: scripts,
      })
      const sound = async (name: string) => {
        if (process.env.SCREENSHOTS)
          await page.screenshot({
            path: `${process.env.SCREENSHOTS}/lookup-${name}-${width}.png`,
            fullPage: true,
          })
        if (!scripts) return
        assert.isAtMost(await overflow(page), 0, `${name} is too wide`)
        // Once per state: the wide page has the same elements.
        if (width === 360) assert.deepEqual(await barriers(page), [], name)
      }
      await signIn(page, await makeAccount())
      await followInMenu(page, 'Brief check')
      await page.getByText('No lookups yet.').waitFor()
      await sound('form')
      await page.getByLabel('Text', { exact: true }).fill(BRIEF)
      await page.getByRole('button', { name: 'Look up citations only' }).click()
      await page.getByRole('heading', { name: 'Citation lookup results' }).waitFor()
      await page
        .getByText(/Name differs: cited as “?Smith v. Jones”?, archive has “?Marbury/)
        .waitFor()
      assert.equal(await page.locator('tbody tr').count(), 3)
      await sound('results')

      const path = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
      const csv = await page.request.get(address(path!))
      assert.include(csv.headers()['content-type']!, 'text/csv')
      assert.lengthOf((await csv.text()).trimEnd().split('\r\n'), 4)

      await page.getByRole('link', { name: 'Brief check' }).first().click()
      await page.getByRole('rowheader', { name: /^Brown v\. Board/ }).waitFor()
      await sound('list')
      await page.getByRole('link', { name: /^Brown v\. Board/ }).click()
      await page.getByRole('link', { name: /^Brown v\. Board/ }).waitFor()
      await page.getByRole('button', { name: 'Delete lookup' }).click()
      await page.getByText('Lookup deleted.').waitFor()
      assert.deepEqual([complaints, foreign], [[], []])
    })

  test('{width} pixels, {colorScheme}, JavaScript {scripts}: upload, check, print')
    .with([
      { width: 1280, colorScheme: 'light', scripts: true },
      { width: 360, colorScheme: 'light', scripts: false },
      { width: 360, colorScheme: 'dark', scripts: true },
    ] as const)
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, { width, colorScheme, scripts }) => {
      const { page, complaints, foreign } = await openPage(browser, width, {
        javaScriptEnabled: scripts,
        colorScheme,
      })
      const name = `brief-${width}-${colorScheme}`
      const photograph = (path: string) =>
        process.env.SCREENSHOTS &&
        page.screenshot({ path: `${process.env.SCREENSHOTS}/${path}.png`, fullPage: true })
      await signIn(page, await makeAccount())
      await page.goto(address('/profile/brief-check/'))
      await photograph(`${name}-form`)
      const buffer = await makePdf([QUOTING_BRIEF.split('\n')])
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'brief.pdf', mimeType: 'application/pdf', buffer })
      await page.getByRole('button', { name: 'Check citations' }).click()
      await page.getByRole('heading', { name: 'Brief check results' }).waitFor()
      await photograph(name)
      const labels = await page.locator('.brief-list .badge').allTextContents()
      assert.deepEqual(labels, [
        'Quotation not found',
        'Name differs',
        'Not in this archive',
        'Statute or rule',
        'Other checks match',
      ])
      if (scripts) {
        assert.isAtMost(await overflow(page), 0)
        assert.deepEqual(await barriers(page), [])
      }
      await page.emulateMedia({ media: 'print' })
      assert.isFalse(await page.getByRole('button', { name: 'Download JSON' }).isVisible())
      assert.isFalse(await page.getByRole('navigation').first().isVisible())
      const [results, text] = await Promise.all(
        ['.brief-results', '.brief-text'].map((part) => page.locator(part).boundingBox())
      )
      assert.isAbove(text!.y, results!.y + results!.height - 1)
      if (process.env.SCREENSHOTS)
        await page.pdf({ path: `${process.env.SCREENSHOTS}/${name}.pdf` })
      assert.deepEqual([complaints, foreign], [[], []])
    })

  test('continues automatically after a rate limit, with and without a reload')
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }) => {
      const account = await makeAccount()
      const { page } = await openPage(browser, 360)
      await signIn(page, account)
      await withLimits(async () => {
        await page.goto(address('/profile/citation-lookup/'))
        await page
          .getByLabel('Text', { exact: true })
          .fill(`${'347 U.S. 483; '.repeat(250)}5 U.S. 137`)
        await page.getByRole('button', { name: 'Look up citations only' }).click()
        await page.getByText('250 of 251 citations looked up.').waitFor()
        await page.getByRole('button', { name: 'Continue' }).waitFor()
        assert.isAtMost(await overflow(page), 0)
        assert.deepEqual(await barriers(page), [])
        if (process.env.SCREENSHOTS)
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/lookup-partial-360.png` })
      })
      // Simulates the end of the wait on the server and reloads the page.
      const database = await app.container.make('lucid.db')
      await database
        .from('text_lookups')
        .where('account_id', account.id)
        .update({
          wait_until: new Date(0),
        })
      await page.reload()
      await page.getByText('citations looked up.').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: /^Marbury/ }).waitFor()
    })
})
