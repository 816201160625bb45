/** Marks of new entries on the page of a followed docket. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'

/** The headless browser names itself as a bot. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Firefox/150.0'

test.group('new entries of a followed docket in the browser', (group) => {
  let browser: Browser
  let docket: OwnDocket

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())
  group.each.setup(async () => {
    docket = await makeDocket({ case_name: 'Ash v. Beech & Sons' })
    return () => docket.remove()
  })

  test('are marked from the button to the next visit ({width} pixels, JavaScript {scripts})')
    .with([
      { width: 360, scripts: false },
      { width: 1280, scripts: true },
    ])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, { width, scripts }) => {
      await docket.addEntry('Complaint')
      const options = { javaScriptEnabled: scripts, userAgent }
      const { page, complaints } = await openPage(browser, width, options)
      await signIn(page, await makeAccount())
      await page.goto(address(`/docket/${docket.id}/`))
      await page.getByRole('button', { name: 'Follow this docket', exact: true }).click()
      await page.getByRole('button', { name: 'Stop following this docket' }).waitFor()
      await passHours(docket.id, 30)
      await docket.addEntry('Motion to dismiss')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.reload()
        assert.isTrue(await page.getByText('1 entry is new since your last visit').isVisible())
        const row = page.getByRole('row').filter({ has: page.getByText('New', { exact: true }) })
        assert.lengthOf(await row.all(), 1)
        assert.include(await row.innerText(), 'Motion to dismiss')
        assert.isAtMost(await overflow(page), 0)
        if (scripts) assert.deepEqual(await barriers(page), [])
      }
      await passHours(docket.id, 1)
      await page.reload()
      assert.isFalse(await page.getByText('since your last visit').isVisible())
      assert.deepEqual(complaints, [])
      await page.close()
    })
})

/** Moves the entries and visits of a docket into the past. */
async function passHours(docket: number, hours: number): Promise<void> {
  const database = await app.container.make('lucid.db')
  const earlier = `- interval '${hours} hours'`
  await database.rawQuery(
    `UPDATE docket_entries SET date_created = date_created ${earlier} WHERE docket_id = ?`,
    [docket]
  )
  await database.rawQuery(
    `UPDATE docket_alert_visits SET started_at = started_at ${earlier}
     WHERE alert_id IN (SELECT id FROM docket_alerts WHERE docket_id = ?)`,
    [docket]
  )
}
