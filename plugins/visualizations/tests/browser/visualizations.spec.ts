/** Creates, publishes, and embeds a visualization; charts work with the keyboard. */
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
import { searchReady } from '#tests/helpers/search_indexes'

test.group('visualizations in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (!BROWSER) return
    await searchReady()
    browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  test('finds two cases, creates, shows, and publishes ({width} pixels, JavaScript {scripts})')
    .with([
      { width: 1280, scripts: true },
      { width: 360, scripts: true },
      { width: 360, scripts: false },
    ])
    .skip(!BROWSER, NO_BROWSER)
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
      await followInMenu(page, 'Visualizations')
      await page.getByText('No visualizations yet.').waitFor()
      await sound('none')
      await page.getByRole('link', { name: 'New visualization' }).click()
      await page.getByLabel('First case').fill('schenck')
      await page.getByLabel('Second case').fill('near v. minnesota')
      await page.getByRole('button', { name: 'Find cases' }).click()
      await page
        .getByRole('group', { name: 'First case' })
        .getByLabel(/^Schenck/)
        .check()
      await page.getByRole('group', { name: 'Second case' }).getByLabel(/^Near/).check()
      await sound('choices')
      await page.getByLabel('Title').fill('Speech')
      await page.getByLabel('Visible to everyone').check()
      await page.getByRole('button', { name: 'Create visualization' }).click()
      await page.getByText('Visualization created.').waitFor()
      const frame = page.frameLocator('iframe')
      await frame.getByRole('heading', { name: 'Speech' }).waitFor()
      await sound('visualization')
      assert.include(await page.getByLabel('HTML').inputValue(), '<iframe src="http')
      await page.getByRole('link', { name: 'Open the chart on its own page' }).click()
      for (const type of ['Degrees of separation', 'Votes', 'Genealogy']) {
        await page
          .getByRole('navigation', { name: 'Chart' })
          .getByRole('link', { name: type })
          .click()
        await page.getByRole('link', { name: /^Gitlow v\. New York, 1925-06-08/ }).waitFor()
        await sound(type)
        if (process.env.SCREENSHOTS)
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/chart-${type}-${width}.png` })
      }
      await page.goto(address('/profile/visualizations/'))
      await page.getByRole('link', { name: 'Edit Speech' }).click()
      await sound('edit')
      await page.goto(address('/profile/visualizations/'))
      await page.getByRole('link', { name: 'Delete Speech' }).click()
      await sound('delete')
      await page.getByRole('button', { name: 'Delete visualization' }).click()
      await page.getByText('Visualization deleted.').waitFor()
      assert.deepEqual([complaints, foreign], [[], []])
    })

  test('supports the keyboard: focuses decisions, shows names and links, and zooms')
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }) => {
      const { page, complaints } = await openPage(browser, 1280)
      await page.goto(address('/opinion/1038/x/network/'), { waitUntil: 'networkidle' })
      assert.deepEqual(await barriers(page), [])
      const plessy = page.getByRole('link', { name: /^Plessy v\. Ferguson/ }).first()
      await plessy.focus()
      assert.isAbove(await page.locator('.network-link.is-active').count(), 2)
      const plot = page.locator('.network-plot')
      const { width } = (await plot.boundingBox())!
      await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
      assert.isAbove((await plot.boundingBox())!.width, width * 1.3)
      assert.isAtMost(await overflow(page), 0)
      await page.getByRole('button', { name: 'Zoom out' }).press('Enter')
      assert.isTrue(await page.getByRole('button', { name: 'Zoom out' }).isDisabled())
      await page.getByText('Data table').click()
      await page.getByRole('table').getByRole('link', { name: 'Plessy v. Ferguson' }).click()
      await page.getByRole('heading', { name: 'Plessy v. Ferguson', level: 1 }).waitFor()
      assert.deepEqual(complaints, [])
    })

  test('has enough contrast in both color schemes')
    .with(['light', 'dark'] as const)
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, colorScheme) => {
      const { page } = await openPage(browser, 1280, { colorScheme })
      await page.goto(address('/opinion/1038/x/network/'), { waitUntil: 'networkidle' })
      assert.deepEqual(await barriers(page), [])
    })
})
