/** Staff pages of alerts. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn } from '#tests/helpers/visitor'
import { storeAlert } from '../alert_helpers.js'

const HEALTH = '/admin/health/'

/** The text of a page in one line. */
const words = (text: string) =>
  text
    .slice(text.indexOf('<h1'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test.group('staff pages of alerts', (group) => {
  let docket: OwnDocket

  group.each.setup(async () => {
    docket = await makeDocket()
    return async () => {
      const database = await app.container.make('lucid.db')
      await database.from('search_alert_sweeps').where('index_name', 'tests').delete()
      await docket.remove()
    }
  })

  test('shows alerts by rate, unsent hits and updates, and deferred cases', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const staff = await signedIn(await makeAccount({ rights: ['dashboard.view', 'alerts.view'] }))
    const numbers = async () => {
      const text = words((await staff.get(HEALTH)).text)
      const [, weekly, off] =
        /Weekly (?:[\d,]+ ){3}([\d,]+ [\d,]+) .*?Off (?:[\d,]+ ){3}([\d,]+ [\d,]+) /.exec(text)!
      const figure = (label: string) => Number(new RegExp(`${label} ([\\d,]+) `).exec(text)![1])
      return {
        weekly: weekly!.split(' ').map(Number),
        off: off!.split(' ').map(Number),
        left: figure('Deferred to the nightly recheck'),
        on: figure('Docket alerts on'),
        untold: figure('Unsent docket updates'),
        text,
      }
    }
    const before = await numbers()
    const owner = await makeAccount()
    const keys = [1, 2, 3]
    for (const rate of ['wly', 'off']) {
      const { id } = await storeAlert(owner, 'q=a&type=d', { rate, type: 'd' })
      await database.table('search_alert_hits').multiInsert(
        keys.map((key) => ({
          alert_id: id,
          parent_key: key,
          is_child: false,
          key,
          date_created: new Date(Date.now() - 4000 * 86_400_000),
        }))
      )
    }
    await database.table('search_alert_sweeps').insert({ index_name: 'tests', parent_key: 1 })
    await database.table('docket_alerts').insert({
      user_id: owner.id,
      docket_id: docket.id,
      secret_key: `staff page ${docket.id}`,
    })
    await database.table('docket_news').insert({
      docket_id: docket.id,
      kind: 'update',
      item_id: 1,
      changed_at: new Date(),
    })
    const after = await numbers()
    assert.deepEqual(
      [after.weekly, after.off],
      [
        [before.weekly[0]! + 1, before.weekly[1]! + 3],
        // Hits of a disabled alert aren't pending.
        [before.off[0]! + 1, 0],
      ]
    )
    assert.deepEqual(
      [after.left, after.on, after.untold],
      [before.left + 1, before.on + 1, before.untold + 1]
    )
    assert.match(after.text, /Weekly .*? 4,000 days ago Monthly/)
  })

  test('lists alerts by account, without queries and notes', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const staff = await signedIn(await makeAccount({ rights: ['alerts.view'] }))
    const owner = await makeAccount()
    await storeAlert(owner, 'q=very+private', { rate: 'dly', name: 'my secret' })
    await storeAlert(owner, 'q=very+private', { rate: 'mly' })
    await database.table('docket_alerts').insert({
      user_id: owner.id,
      docket_id: docket.id,
      secret_key: `staff list ${docket.id}`,
      note: 'my secret',
    })
    const of = async (list: string, query = '') =>
      (await staff.get(`/admin/${list}/?account=${owner.username}${query}`)).text
    const all = await of('search-alerts')
    assert.match(words(all), /Case law Monthly .*Case law Daily/)
    assert.notMatch(all, /private|secret/)
    assert.notInclude(words(await of('search-alerts', '&rate=dly')), 'Case law Monthly')
    const dockets = await of('docket-alerts', `&docket=${docket.id}`)
    assert.include(dockets, `href="/docket/${docket.id}/"`)
    assert.notMatch(dockets, /secret/)
  })
})
