/** Staff review and dismiss unread text in the browser, on any screen. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { assertReadable, signIn } from '#tests/helpers/console_pages'
import { makeDocket } from '#tests/helpers/own_docket'
import { REVIEW_RIGHT } from '../../rights.js'
import { recordPage, removeUnreadText } from '../unread_pages.js'

const LIST = '/admin/unread-text/'
const PAGE = `${LIST}cand/district_docket/`
/** Folder for screenshots of each width and color scheme; none by default. */
const { SCREENSHOTS } = process.env

const PASSAGES = [
  { text: 'Courtroom technology officer: Ada Quill', place: 'Parties' },
  { text: `Unbroken${'x'.repeat(400)}`, place: 'Case' },
  { text: 'A longer notice to counsel about the new filing window. '.repeat(15), place: '' },
  { text: '<b>Bold</b> & <script>alert(1)</script>', place: 'Docket, row 5' },
]

test.group('unread text in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  test('shows groups and passages, downloads a page, and dismisses a passage')
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert, cleanup }) => {
      const docket = await makeDocket({ court_id: 'cand' })
      cleanup(async () => {
        await docket.remove()
        await removeUnreadText()
      })
      await removeUnreadText()
      const dockets = [docket.id]
      await recordPage({ passages: PASSAGES, dockets, content: '<script>alert(1)</script>' })
      await recordPage({ passages: ['A notice'], dockets, court: 'nysd', kind: 'notice' })
      const { page, complaints, foreign } = await openPage(browser)
      await signIn(page, await makeAccount({ rights: [REVIEW_RIGHT] }))
      for (const path of [LIST, PAGE, `${LIST}cand/rss_feed/`]) {
        await page.goto(address(path))
        await assertReadable(assert, page, path)
        if (!SCREENSHOTS) continue
        mkdirSync(SCREENSHOTS, { recursive: true })
        for (const width of [1280, 360])
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.setViewportSize({ width, height: 900 })
            await page.emulateMedia({ colorScheme })
            const name = `${path.replaceAll('/', '_')}${width}_${colorScheme}.png`
            await page.screenshot({ path: join(SCREENSHOTS, name), fullPage: true })
          }
        await page.setViewportSize({ width: 1280, height: 900 })
      }
      await page.goto(address(LIST))
      await page.getByRole('link', { name: 'cand: District docket' }).click()
      await page.getByText('Courtroom technology officer').waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download' }).first().click(),
      ])
      assert.match(download.suggestedFilename(), /^cand-district_docket-\d+\.txt$/)
      const row = page.locator('tr', { hasText: 'Courtroom technology officer' })
      await row.getByRole('button', { name: 'Dismiss' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Passage dismissed.').waitFor()
      assert.equal(await page.getByText('Courtroom technology officer').count(), 0)
      assert.deepEqual([complaints, foreign], [[], []])
      await page.close()
    })
})
