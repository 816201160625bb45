/** Marks of entries that were added since the last visit of a followed docket. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { TransactionalConsumer } from '#app/events/consumer_definition'
import { PluginHost } from '#core/plugin_host'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { followed } from '#tests/helpers/consumers'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn, Visitor } from '#tests/helpers/visitor'
import { ask } from '../alert_helpers.js'

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Firefox/150.0' }
const BOT = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }
const HOUR = 60

test.group('new entries of a followed docket', (group) => {
  let docket: OwnDocket
  let account: TestAccount
  let owner: Visitor

  group.each.setup(async () => {
    docket = await makeDocket()
    account = await makeAccount()
    owner = await signedIn(account)
    return () => docket.remove()
  })

  const database = () => app.container.make('lucid.db')

  const follow = async (follower = account) => {
    const made = await ask(follower, 'POST', '/api/rest/v4/docket-alerts/', { docket: docket.id })
    if (made.status() !== 201) throw new Error(made.text())
  }

  const visits = async () =>
    (
      await (
        await database()
      ).rawQuery(
        `SELECT v.xmin::text AS version, v.previous_at FROM docket_alert_visits v
         JOIN docket_alerts a ON a.id = v.alert_id WHERE a.docket_id = ?`,
        [docket.id]
      )
    ).rows as { version: string; previous_at: string | null }[]

  const add = async (...descriptions: string[]) => {
    for (const description of descriptions) await docket.addEntry(description, [])
  }

  /** Moves all times of the docket into the past. */
  const pass = async (minutes: number) => {
    const db = await database()
    const earlier = `- interval '${minutes} minutes'`
    await db.rawQuery(
      `UPDATE docket_entries SET date_created = date_created ${earlier} WHERE docket_id = ?`,
      [docket.id]
    )
    await db.rawQuery(
      `UPDATE docket_news SET date_created = date_created ${earlier} WHERE docket_id = ?`,
      [docket.id]
    )
    await db.rawQuery(
      `UPDATE docket_alert_visits SET started_at = started_at ${earlier}, previous_at = previous_at ${earlier}
       WHERE alert_id IN (SELECT id FROM docket_alerts WHERE docket_id = ?)`,
      [docket.id]
    )
  }

  const open = async (query = '', visitor = owner, headers: Record<string, string> = BROWSER) => {
    const { status, text } = await visitor.get(`/docket/${docket.id}/ash-v-beech/${query}`, headers)
    if (status !== 200) throw new Error(`status ${status}`)
    const rows = text.match(/<tr id="[^]*?<\/tr>/g) ?? []
    return {
      marked: rows
        .filter((row) => row.includes('>New</span>'))
        .map((row) => /data-filed[^>]*>\s*([^<]*?)\s*</.exec(row)![1]!),
      note: /<p class="quiet">([^]*?)<\/p>/.exec(text)?.[1]!.replaceAll(/<[^>]*>/g, ''),
    }
  }

  test('are marked on the next visit, until it ends: {added} added')
    .with([{ added: 0 }, { added: 1 }, { added: 3 }])
    .run(async ({ assert }, { added }) => {
      await add('Complaint', 'Summons')
      await follow()
      assert.deepEqual(await open(), { marked: [], note: undefined })
      await pass(26 * HOUR)
      const fresh = Array.from({ length: added }, (_, place) => `Motion ${place + 1}`)
      await add(...fresh)
      const first = await open()
      assert.deepEqual(first.marked, fresh)
      if (added)
        assert.match(first.note!, /^\d entr(y is|ies are) new since your last visit\s+yesterday/)
      else assert.isUndefined(first.note)
      const [stored] = await visits()
      await pass(20)
      const [shifted] = await visits()
      assert.deepEqual(await open(), first)
      assert.deepEqual((await open('?order_by=desc')).marked, fresh.toReversed())
      assert.deepEqual(await visits(), [shifted!])
      assert.isNotNull(stored!.previous_at)
      await pass(15)
      await add('Order')
      assert.deepEqual((await open()).marked, ['Order'])
      await pass(31)
      assert.deepEqual((await open()).marked, [])
    })

  test('are marked where filters and pages show them', async ({ assert }) => {
    await add('Complaint')
    await follow()
    await open()
    await pass(HOUR)
    await add('Motion to dismiss', 'Brief')
    assert.deepEqual((await open('?q=motion')).marked, ['Motion to dismiss'])
    const complaint = await open('?q=complaint')
    assert.isEmpty(complaint.marked)
    assert.match(complaint.note!, /^2 entries are new/)
    assert.deepEqual((await open('?entry_gte=1')).marked, ['Motion to dismiss', 'Brief'])
  })

  test('include entries that were moved to the docket', async ({ assert, cleanup }) => {
    const other = await makeDocket()
    cleanup(() => other.remove())
    const { entry } = await other.addEntry('An old entry', [])
    await add('Complaint')
    await follow()
    await open()
    const db = await database()
    await db.rawQuery(
      `UPDATE docket_entries SET date_created = now() - interval '1 year' WHERE id = ?`,
      [entry]
    )
    await pass(HOUR)
    const { consumers } = await app.container.make(PluginHost)
    const consumer = consumers.find(({ name }) => name === 'alerts.docket_news')
    await followed(consumer as TransactionalConsumer, async () => {
      await db.from('docket_entries').where('id', entry).update({ docket_id: docket.id })
    })
    assert.deepEqual((await open()).marked, ['An old entry'])
  })

  test('visits of bots, of other people, and for headers are not stored', async ({ assert }) => {
    await add('Complaint')
    await follow()
    const other = await signedIn(await makeAccount())
    await open('', owner, BOT)
    await open('', other)
    await open('', new Visitor())
    await owner.ask('HEAD', `/docket/${docket.id}/ash-v-beech/`, { headers: BROWSER })
    await owner.get(`/docket/${docket.id}/parties/ash-v-beech/`, BROWSER)
    assert.isEmpty(await visits())
    await open()
    assert.lengthOf(await visits(), 1)
    await pass(HOUR)
    await add('Motion')
    const before = await visits()
    assert.isEmpty((await open('', owner, BOT)).marked)
    assert.isEmpty((await open('', other)).marked)
    await owner.ask('HEAD', `/docket/${docket.id}/ash-v-beech/`, { headers: BROWSER })
    assert.deepEqual(await visits(), before)
    await (
      await database()
    )
      .from('docket_alerts')
      .where('docket_id', docket.id)
      .update({ alert_type: 0 })
    assert.isEmpty((await open()).marked)
    assert.deepEqual(await visits(), before)
  })

  test('each follower has their own visits', async ({ assert }) => {
    const second = await makeAccount()
    const reader = await signedIn(second)
    await add('Complaint')
    await follow()
    await follow(second)
    await open()
    await pass(HOUR)
    await add('Motion')
    assert.isEmpty((await open('', reader)).marked)
    assert.deepEqual((await open()).marked, ['Motion'])
    await pass(HOUR)
    await add('Order')
    assert.deepEqual((await open('', reader)).marked, ['Order'])
    await (await database()).from('docket_alerts').where('user_id', account.id).delete()
    assert.lengthOf(await visits(), 1)
  })

  test('concurrent views belong to one visit', async ({ assert }) => {
    await add('Complaint')
    await follow()
    await Promise.all(Array.from({ length: 4 }, () => open()))
    for (const added of ['Motion', 'Brief', 'Order', 'Notice']) {
      await pass(HOUR)
      await add(added)
      const views = await Promise.all(Array.from({ length: 8 }, () => open()))
      for (const { marked } of views) assert.deepEqual(marked, [added])
      const [stored] = await visits()
      await open()
      assert.deepEqual(await visits(), [stored!])
    }
  })
})
