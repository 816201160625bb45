/** A docket alert and a prayer, from the button to the email. */
import { existsSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
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
import { followed } from '#tests/helpers/consumers'
import { mailsTo } from '#tests/helpers/mails'
import { changeDocument, makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { PluginHost } from '#core/plugin_host'
import { Jobs } from '#app/jobs/jobs'
import type { TransactionalConsumer } from '#app/events/consumer_definition'

const without = (plugin: string) => !BROWSER || !existsSync(app.makePath('plugins', plugin))

/** Runs a consumer and a job of the plugin immediately. */
async function afterChange(name: string, job: string, work: () => Promise<unknown>) {
  const { consumers } = await app.container.make(PluginHost)
  const consumer = consumers.find((one) => one.name === name) as TransactionalConsumer
  await followed(consumer, work)
  await (await app.container.make(Jobs)).runWaiting(job)
}

test.group('docket alerts and prayers in the browser', (group) => {
  let browser: Browser
  let docket: OwnDocket
  let email: string

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())
  group.each.setup(async () => {
    docket = await makeDocket({ case_name: 'Ash v. Beech & Sons' })
    email = `${Math.random().toString(36).slice(2)}@example.org`
    return () => docket.remove()
  })

  async function enter(width: number, scripts: boolean) {
    const visit = await openPage(browser, width, { javaScriptEnabled: scripts })
    await signIn(visit.page, await makeAccount({ email }))
    return visit
  }

  test(
    '{width} pixels, JavaScript {scripts}: follows a docket, gets the email, and unsubscribes by its link'
  )
    .with([
      { width: 1280, scripts: false },
      { width: 360, scripts: true },
    ])
    .skip(without('alerts'), NO_BROWSER)
    .run(async ({ assert }, { width, scripts }) => {
      const { page, complaints, foreign } = await enter(width, scripts)
      const sound = soundness(page, scripts, assert)
      await followInMenu(page, 'Docket alerts')
      await page.getByText("You aren't following any dockets yet").waitFor()
      await sound('none')
      await page.goto(address(`/docket/${docket.id}/`))
      await page.getByRole('button', { name: 'Follow this docket' }).click()
      await page.getByRole('button', { name: 'Stop following this docket' }).waitFor()
      await sound('docket')
      await page.goto(address('/profile/docket-alerts/'))
      await page.getByRole('link', { name: 'Ash v. Beech & Sons', exact: true }).waitFor()
      await sound('list')

      await afterChange('alerts.docket_news', 'alerts.announce_docket', () =>
        docket.addEntry('MOTION to Dismiss')
      )
      const [mail] = await mailsTo(email)
      assert.include(mail, 'Subject: 1 New Docket Entry for Ash v. Beech & Sons')
      const [, path] = /https?:\/\/[^/]+(\/alert\/docket\/unsubscribe\/\w+\/)/.exec(mail!)!

      const guest = await openPage(browser, width, { javaScriptEnabled: scripts })
      await guest.page.goto(address(path!))
      await soundness(guest.page, scripts, assert)('link')
      await guest.page.getByRole('button', { name: 'Unsubscribe' }).click()
      await guest.page.getByText('You no longer get emails about this docket.').waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'Follow Ash v. Beech & Sons' }).click()
      await page.getByText("You're now following the docket.").waitFor()
      await page.getByRole('button', { name: 'Stop following Ash v. Beech & Sons' }).click()
      await page.getByText("You aren't following any dockets yet").waitFor()
      assert.deepEqual([...complaints, ...guest.complaints], [])
      assert.deepEqual([...foreign, ...guest.foreign], [])
      await page.close()
      await guest.page.close()
    })

  test(
    '{width} pixels, JavaScript {scripts}: requests a document, makes requests public, and gets it'
  )
    .with([
      { width: 1280, scripts: false },
      { width: 360, scripts: true },
    ])
    .skip(without('prayers'), NO_BROWSER)
    .run(async ({ assert }, { width, scripts }) => {
      const { documents } = await docket.addEntry('MOTION', [{ description: 'A long brief' }])
      const { page, complaints, foreign } = await enter(width, scripts)
      const sound = soundness(page, scripts, assert)
      await page.goto(address(`/docket/${docket.id}/1/ash-v-beech/`))
      await sound('document')
      await page.getByRole('button', { name: 'Request this document' }).click()
      await page.getByText('You requested this document').waitFor()
      await page.goto(address('/profile/prayers/'))
      await page.getByText('Remaining requests: 4 of 5').waitFor()
      await sound('prayers')
      await page.getByRole('button', { name: 'Make public' }).click()
      await page.getByRole('link', { name: 'your page' }).click()
      await page.getByRole('link', { name: 'A long brief' }).waitFor()
      await sound('own page')

      const guest = await openPage(browser, width, { javaScriptEnabled: scripts })
      await guest.page.goto(page.url())
      await guest.page.getByRole('link', { name: 'A long brief' }).waitFor()
      await guest.page.goto(address('/prayers/top/'))
      await guest.page.getByRole('link', { name: 'A long brief' }).waitFor()
      await soundness(guest.page, scripts, assert)('top')

      await afterChange('prayers.grants', 'prayers.tell_granted', () =>
        changeDocument(documents[0]!, { is_available: true })
      )
      const [mail] = await mailsTo(email)
      assert.include(mail, 'Subject: A document you requested is now on Curia')
      await page.goto(address('/profile/prayers/'))
      await page.getByRole('heading', { name: 'Granted' }).waitFor()
      await sound('granted')
      assert.deepEqual([...complaints, ...guest.complaints], [])
      assert.deepEqual([...foreign, ...guest.foreign], [])
      await page.close()
      await guest.page.close()
    })
})

/** Checks that a page fits its window and is accessible. The check requires scripts. */
function soundness(
  page: Page,
  scripts: boolean,
  assert: { isAtMost: Function; deepEqual: Function }
) {
  return async (name: string) => {
    if (!scripts) return
    assert.isAtMost(await overflow(page), 0, `${name} is too wide`)
    assert.deepEqual(await barriers(page), [], name)
  }
}
