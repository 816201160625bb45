/**
 * Maintenance mode: the staff setting and its effects.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { SetMaintenance } from '#app/accounts/actions/set_maintenance'
import { Maintenance } from '#app/maintenance/maintenance'
import { maintenanceWindow } from '#app/maintenance/window'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'

const PAGE = '/admin/maintenance/'

test.group('maintenance', (group) => {
  const database = () => app.container.make('lucid.db')
  const service = () => app.container.make(Maintenance)
  const set = async (isOn: boolean, reads = true) => {
    const trx = await (await database()).transaction()
    await new SetMaintenance().handle(trx, { isOn, reads })
    await trx.commit()
    await (await service()).read()
  }
  group.each.teardown(async () => {
    await set(false)
    Object.assign(await service(), { window: null })
  })

  test('staff turn it on and off, and the audit log has the changes', async ({ assert }) => {
    const visitor = await signedIn(
      await makeAccount({ rights: ['maintenance.edit', 'audit.view'] })
    )
    const turn = (maintenance: string) => visitor.submit(PAGE, { maintenance }, { from: PAGE })
    assert.include((await visitor.get(PAGE)).text, 'mode is off.')
    assert.equal((await turn('reads')).status, 302)
    assert.deepEqual((await service()).state, { isOn: true, reads: true })
    assert.include((await visitor.get(PAGE)).text, 'mode is on.')
    assert.equal((await turn('sideways')).status, 422)
    await turn('off')
    assert.isFalse((await service()).state.isOn)
    const entries = await (
      await database()
    )
      .from('audit_entries')
      .where('action', 'maintenance.set')
      .orderBy('id', 'desc')
      .limit(2)
    assert.deepEqual(
      entries.map(({ after }) => after.isOn),
      [false, true]
    )
    assert.deepEqual(entries[1].before, { isOn: false, reads: true })
    assert.include((await visitor.get('/admin/audit/')).text, 'changed maintenance')
  })

  test('reads are optional; staff pages, health checks, and metrics stay available', async ({
    client,
    assert,
  }) => {
    const { authorization } = await makeAccount()
    const courts = '/api/rest/v4/courts/?page_size=1'
    const post = () =>
      client
        .post('/api/rest/v4/tags/')
        .header('authorization', authorization)
        .json({ name: 'kept' })

    await set(true)
    ;(await client.get(courts)).assertStatus(200)
    const refused = await post()
    refused.assertStatus(503)
    assert.equal(refused.header('retry-after'), '600')
    assert.deepEqual(refused.body(), {
      detail: 'The server is in maintenance mode and accepts only read requests.',
    })
    const page = await client.get('/')
    page.assertStatus(200)
    assert.include(page.text(), 'Maintenance in progress: the site is read-only.')

    await set(true, false)
    const read = await client.get(courts)
    read.assertStatus(503)
    assert.equal(read.header('retry-after'), '600')
    const home = await client.get('/').header('accept', 'text/html')
    home.assertStatus(503)
    for (const words of ['Maintenance in progress.', 'Try again in 10 minutes.'])
      assert.include(home.text(), words)
    for (const path of ['/health/live', '/health/ready', '/health', '/metrics', '/sign-in/'])
      (await client.get(path)).assertStatus(200)
    const staff = await signedIn(await makeAccount({ rights: ['maintenance.edit'] }))
    assert.equal((await staff.submit(PAGE, { maintenance: 'off' }, { from: PAGE })).status, 302)
    ;(await post()).assertStatus(201)
  })

  test('other processes are notified of changes', async ({ assert }) => {
    const { PgNotifications } = await import('#app/database/notifications')
    const { OpenDatabase } = await import('#app/database/connection')
    const { connection } = await app.container.make(OpenDatabase)
    const notifications = new PgNotifications(connection)
    const other = new Maintenance(null, async () => ({ database: await database(), notifications }))
    await other.follow()
    try {
      const changed = new Promise<boolean>((resolve) => other.onChange(({ isOn }) => resolve(isOn)))
      await set(true)
      assert.isTrue(await changed)
    } finally {
      await notifications.close()
    }
  })

  test('a window is announced on pages and in a header', async ({ client, assert }) => {
    // A window of a whole day that started at midnight.
    const day = new Date().toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })
    const window = maintenanceWindow()('MAINTENANCE', `${day} 00:00-00:00 UTC`)
    Object.assign(await service(), { window })
    const page = await client.get('/')
    page.assertStatus(200)
    assert.match(
      page.header('maintenance-window')!,
      /^\d{4}-\d\d-\d\dT00:00:00Z\/\d{4}-\d\d-\d\dT00:00:00Z$/
    )
    assert.match(
      page.text(),
      /class="maintenance" role="status">Maintenance window: \w+, \w+ \d+, 00:00 to 00:00 \(UTC\)/
    )
    const courts = await client.get('/api/rest/v4/courts/?page_size=1')
    assert.equal(courts.header('maintenance-window'), page.header('maintenance-window'))
    Object.assign(await service(), { window: null })
    assert.isUndefined((await client.get('/')).header('maintenance-window'))
  })
})
