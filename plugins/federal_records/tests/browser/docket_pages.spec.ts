/** The page of a docket in a browser: filters, order, parties, and print. */
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow } from '#tests/helpers/console_pages'
import { makeDocket } from '#tests/helpers/own_docket'

test.group('docket pages in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  for (const [width, scripts] of [
    [1280, false],
    [360, true],
  ] as const) {
    test(`filters, reverses, expands, and prints (${width} pixels, JavaScript ${scripts})`)
      .skip(!BROWSER, NO_BROWSER)
      .run(async ({ assert, cleanup }) => {
        const docket = await makeDocket()
        cleanup(docket.remove)
        await docket.addEntry('COMPLAINT against Beech', [
          { description: 'Complaint', page_count: 12 },
          { attachment_number: 1, document_type: 2, description: 'Exhibit of Ash', page_count: 2 },
        ])
        await docket.addEntry('ORDER granting the motion')
        const { page, complaints, foreign } = await openPage(browser, width, {
          javaScriptEnabled: scripts,
        })
        await page.goto(address(`/docket/${docket.id}/ash-v-beech/`))
        assert.isAtMost(await overflow(page), 0)
        // The accessibility check requires scripts.
        if (scripts) assert.deepEqual(await barriers(page), [])
        const exhibit = page.getByRole('link', { name: 'Exhibit of Ash' })
        assert.isFalse(await exhibit.isVisible())
        await page.emulateMedia({ media: 'print' })
        assert.isTrue(await exhibit.isVisible(), 'attachments are printed')
        assert.isFalse(await page.getByRole('button', { name: 'Filter' }).isVisible())
        await page.emulateMedia({ media: 'screen' })
        await page.getByText('1 attachment').focus()
        await page.keyboard.press('Enter')
        assert.isTrue(await exhibit.isVisible())
        await page.getByText('12 pages, $1.20 at the court').waitFor()
        if (scripts) {
          await page
            .getByRole('button', { name: /^Share / })
            .last()
            .click()
          // Without the permission to copy, the link is shown.
          const shared = page.getByText(/^http.*#(?:entry|row)-\d+$/)
          await page.getByText('Copied').or(shared).waitFor()
        }

        await page.getByRole('link', { name: 'No.' }).click()
        const rows = page.locator('tbody tr')
        assert.include(await rows.first().innerText(), 'ORDER granting')
        await page.getByLabel('Text contains').fill('exhibit')
        await page.keyboard.press('Enter')
        await page.getByText('Matching entries: 1–1 of 1').waitFor()
        await page.getByRole('link', { name: 'Clear filters' }).click()
        await page.getByText('Entries: 1–2 of 2').waitFor()
        await page.getByRole('link', { name: 'Parties (0)' }).click()
        await page.getByText('The archive has no parties for this docket.').waitFor()
        assert.isAtMost(await overflow(page), 0)
        if (scripts) assert.deepEqual(await barriers(page), [])
        assert.deepEqual(complaints, [])
        assert.deepEqual(foreign, [])
        await page.close()
      })
  }
})
