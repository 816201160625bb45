/** A journalist finds a federal docket, follows it, and reads its new entry. */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { TransactionalConsumer } from '#app/events/consumer_definition'
import { Jobs } from '#app/jobs/jobs'
import { PluginHost } from '#core/plugin_host'
import { makeAccount } from '#tests/helpers/accounts'
import { BROWSER, NO_BROWSER } from '#tests/helpers/browser'
import { followed } from '#tests/helpers/consumers'
import { mailsTo } from '#tests/helpers/mails'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { buildIndex, searchReady } from '#tests/helpers/search_indexes'
import { Walker, WAYS, withBrowser } from './walker.js'

const CASE = 'Snodgrove v. Marrowby Ferry Company'

test.group('a journalist', (group) => {
  let docket: OwnDocket

  group.setup(searchReady)
  group.setup(withBrowser)
  group.setup(async () => {
    docket = await makeDocket({ court_id: 'nysd', case_name: CASE, slug: 'snodgrove' })
    await docket.addEntry('COMPLAINT against the ferry company')
    await buildIndex('dockets')
    return async () => {
      await docket.remove()
      await buildIndex('dockets')
    }
  })

  test('follows a docket and reads its new entry ({$self})')
    .with([...WAYS])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, way) => {
      const email = `${randomUUID()}@example.org`
      const account = await makeAccount({ email })
      const person = await Walker.start(assert, way)
      await person.fill('Search the archive', 'snodgrove')
      await person.press('Search')
      // The search is for decisions and offers other records.
      await person.follow('Federal cases: 1 result')
      await person.follow(CASE)
      await person.signIn(account, 'Sign in to follow this docket')
      await person.press('Follow this docket')
      await person.follow('Your docket alerts')
      await person.follow(CASE)
      assert.equal(await countAlerts(account.id, docket.id), 1)

      await pass30Hours(docket.id)
      const motion = `MOTION to Dismiss, ${way}`
      await announced(() => docket.addEntry(motion))
      const [mail] = await mailsTo(email)
      assert.include(mail, `Subject: 1 New Docket Entry for ${CASE}`)
      const [, path] = /^https?:\/\/[^/]+(\/docket\/\S+)$/m.exec(mail!)!
      await person.open(path!)
      await person.read('1 entry is new since your last visit')
      const marked = person.page
        .getByRole('row')
        .filter({ has: person.page.getByText('New', { exact: true }) })
      assert.lengthOf(await marked.all(), 1)
      await person.read(motion, marked)
      await person.follow('1 entry is new')
      const { hash } = new URL(person.page.url())
      assert.equal(hash, `#${await marked.getAttribute('id')}`)
      assert.include(mail, `?order_by=desc${hash}`)

      await person.press('Stop following this docket')
      await person.follow('Your docket alerts')
      await person.read("You aren't following any dockets yet")
      assert.equal(await countAlerts(account.id, docket.id), 0)
      await person.end()
    })
})

/** Number of alerts that send emails. */
async function countAlerts(account: number, docket: number): Promise<number> {
  const database = await app.container.make('lucid.db')
  const rows = await database
    .from('docket_alerts')
    .where({ user_id: account, docket_id: docket, alert_type: 1 })
  return rows.length
}

/** Sends the emails about a change. */
async function announced(work: () => Promise<unknown>): Promise<void> {
  const { consumers } = await app.container.make(PluginHost)
  const news = consumers.find(({ name }) => name === 'alerts.docket_news')
  await followed(news as TransactionalConsumer, work)
  await (await app.container.make(Jobs)).runWaiting('alerts.announce_docket')
}

/** Moves the entries and visits of a docket into the past, so that the next visit is a new one. */
async function pass30Hours(docket: number): Promise<void> {
  const database = await app.container.make('lucid.db')
  for (const table of ['docket_entries', 'docket_news'])
    await database.rawQuery(
      `UPDATE ${table} SET date_created = date_created - interval '30 hours' WHERE docket_id = ?`,
      [docket]
    )
  await database.rawQuery(
    `UPDATE docket_alert_visits SET started_at = started_at - interval '30 hours'
     WHERE alert_id IN (SELECT id FROM docket_alerts WHERE docket_id = ?)`,
    [docket]
  )
}
