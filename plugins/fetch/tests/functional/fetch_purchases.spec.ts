/** Purchases: never repeated automatically, one login per account, and kept for a while if not stored. */
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Jobs } from '#app/jobs/jobs'
import { findFileOnDisk } from '#app/storage/disk_files'
import { makeAccount } from '#tests/helpers/accounts'
import { apiWrite } from '#tests/helpers/write_paths'
import { signedIn } from '#tests/helpers/visitor'
import { sessionsInWords } from '../../admin/health.js'
import { PurchasePruner } from '../../processing/prune.js'
import { LANE_JOB, REMOVE_JOB } from '../../codes.js'
import FetchPurchase from '../../models/fetch_purchase.js'
import FetchRequest from '../../models/fetch_request.js'
import { Lanes } from '../../processing/lanes.js'
import { MANAGE_RIGHT } from '../../rights.js'
import { CASE, failing, REPORT } from '../outcome_row.js'
import { LIST, useSimulatedQueue } from '../simulated_queue.js'

test.group('purchases of fetches', (group) => {
  const queue = useSimulatedQueue(group)
  const charges = () => queue.simulator.ledger.charges()
  const work = async () => (await app.container.make(Jobs)).runWaiting(LANE_JOB)

  test('a purchase with an unknown outcome is repeated only by a new POST', async ({ assert }) => {
    failing(REPORT, { kind: 'cut', when: 'after', times: 1 })(queue)
    const lost = await queue.fetch(CASE)
    assert.equal(lost.error.code, 'purchase_outcome_unknown')
    await (await app.container.make(Lanes)).sendStuck()
    await work()
    assert.equal((await queue.read(lost.id)).status, 3)
    assert.lengthOf(charges(), 1)
    const next = await queue.fetch(CASE)
    assert.equal(next.status, 2)
    assert.lengthOf(charges(), 2)
    assert.deepEqual(
      [lost, next].map(({ cost }) => cost.purchases.map((one: any) => one.answered)),
      [[false], [true]]
    )
  })

  test('concurrent requests of one account log in once and run in order', async ({ assert }) => {
    const asked = [1, 3, 4].map((number) => ({ ...CASE, de_number_start: number }))
    const ids = await Promise.all(asked.map((body) => queue.send(body)))
    assert.equal(queue.simulator.ledger.totals().logins, 1)
    await Promise.all([work(), work(), work()])
    await work()
    const rows = await FetchRequest.query().whereIn('id', ids).orderBy('id')
    assert.deepEqual(
      rows.map(({ status }) => status),
      [2, 2, 2]
    )
    const ends = rows.map(({ dateCompleted }) => Number(dateCompleted))
    assert.deepEqual(ends, [...ends].sort())
    assert.lengthOf(charges(), 3)
  })

  test('concurrent fetches of a new docket by two accounts create one docket', async ({
    assert,
  }) => {
    const other = await makeAccount()
    const login = { registry_username: 'simreader2', registry_password: 'Simulated-1' }
    const { text } = await apiWrite(other, 'POST', LIST, { ...CASE, ...login })()
    const ids = [await queue.send(CASE), JSON.parse(text).id]
    await Promise.all([work(), work()])
    for (const id of ids) await queue.work(id)
    const rows = await FetchRequest.query().whereIn('id', ids)
    assert.deepEqual(
      rows.map(({ status }) => status),
      [2, 2]
    )
    assert.equal(rows[0]!.docketId, rows[1]!.docketId)
    assert.lengthOf(charges(), 2)
    await FetchRequest.query().where('userId', other.id).delete()
  })

  test('purchases of failed requests are kept for 14 days, other files for one', async ({
    assert,
  }) => {
    const disk = (await app.container.make('drive.manager')).use()
    const id = await queue.send(CASE)
    const keep = async (name: string) => {
      const keptPath = `fetched/aa/${name}`
      await disk.put(keptPath, 'bought')
      const bought = { fetchRequestId: id, courtId: 'akd', what: name, dateIntended: new Date() }
      await FetchPurchase.create({ ...bought, keptPath })
      return keptPath
    }
    const prune = async () => {
      await (await app.container.make(PurchasePruner)).prune(new AbortController().signal)
      await (await app.container.make(Jobs)).runWaiting(REMOVE_JOB)
    }
    const age = (days: number) =>
      FetchRequest.query()
        .where({ id })
        .update({ dateModified: new Date(Date.now() - days * 86_400_000) })
    const kept = await keep('kept')
    await age(20)
    await prune()
    assert.isTrue(await disk.exists(kept), 'the request is open')
    await FetchRequest.query().where({ id }).update({ status: 3 })
    await age(13)
    await prune()
    assert.isTrue(await disk.exists(kept))
    await age(15)
    await prune()
    assert.isFalse(await disk.exists(kept))
    assert.deepEqual(
      (await FetchPurchase.of(id)).map(({ keptPath }) => keptPath),
      ['']
    )

    await disk.put('fetched/bb/young', 'unnamed')
    await disk.put('fetched/bb/old', 'unnamed')
    const { source } = (await findFileOnDisk(disk, 'fetched/bb/old'))!
    const { root } = source as { root: string }
    const yesterday = Date.now() / 1000 - 100_000
    utimesSync(join(root, 'fetched/bb/old'), yesterday, yesterday)
    await prune()
    assert.isTrue(await disk.exists('fetched/bb/young'))
    assert.isFalse(await disk.exists('fetched/bb/old'))
    await disk.delete('fetched/bb/young')
  })

  test('staff see a warning if jobs cannot access sessions', async ({ assert }) => {
    const warning = /^Warning: .*session_expired; set REDIS_URL\.$/
    assert.match(sessionsInWords({ redisUrl: null, jobs: 'off' }, 1), warning)
    assert.match(sessionsInWords({ redisUrl: null, jobs: 'inline' }, 2), warning)
    assert.equal(sessionsInWords({ redisUrl: null, jobs: 'inline' }, 1), 'in this process')
    assert.equal(sessionsInWords({ redisUrl: 'redis://there', jobs: 'off' }, 3), 'in Redis')
    const staff = await signedIn(await makeAccount({ rights: [MANAGE_RIGHT, 'dashboard.view'] }))
    assert.match((await staff.get('/admin/health/')).text, /Sessions/)
  })
})
