/** `/increment-event/`. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { withLimits } from '#tests/helpers/accounts'
import { makeDocket } from '#tests/helpers/own_docket'

const EVENTS = '/api/rest/v4/increment-event/'

test.group('page views', (group) => {
  let docket: number

  group.each.setup(async () => {
    const database = await app.container.make('lucid.db')
    docket = Number((await database.from('dockets').orderBy('id').firstOrFail()).id)
    await database.from('page_views').delete()
  })

  test('counts one view per request', async ({ client }) => {
    const label = `d.${docket}:view`
    for (const value of [1, 2, 3]) {
      const counted = await client.post(EVENTS).json({ label })
      counted.assertStatus(202)
      counted.assertBody({ label, value })
    }
    const form = await client.post(EVENTS).form({ label })
    form.assertBody({ label, value: 4 })
  })

  test('counts views of {letter} with the label on the page and an ID of {table}')
    .with([
      { letter: 'd', table: 'dockets', other: 'opinion_clusters', page: 'docket' },
      { letter: 'o', table: 'opinion_clusters', other: 'dockets', page: 'opinion' },
      { letter: 'p', table: 'people', other: 'dockets', page: 'person' },
    ])
    .run(async ({ client, assert }, { letter, table, other, page }) => {
      const database = await app.container.make('lucid.db')
      const among = async (wanted: string, without: string) => {
        const ids = database.from(without).select('id')
        return Number((await database.from(wanted).whereNotIn('id', ids).firstOrFail()).id)
      }
      const [viewed, unknown] = [await among(table, other), await among(other, table)]
      const label = `${letter}.${viewed}:view`
      ;(await client.post(EVENTS).json({ label })).assertBody({ label, value: 1 })
      const missing = await client.post(EVENTS).json({ label: `${letter}.${unknown}:view` })
      missing.assertStatus(404)
      const shown = await client.get(`/${page}/${viewed}/x/`)
      assert.include(shown.text(), `data-label="${label}"`)
    })

  test('counts views of records created on this server', async ({ client }) => {
    const own = await makeDocket()
    const label = `d.${own.id}:view`
    const counted = await client.post(EVENTS).json({ label })
    await own.remove()
    counted.assertStatus(202)
    counted.assertBody({ label, value: 1 })
  })

  test('counts concurrent views', async ({ client, assert }) => {
    const label = `d.${docket}:view`
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post(EVENTS).json({ label }))
    )
    assert.sameMembers(
      answers.map((answer) => answer.body().value),
      Array.from({ length: 10 }, (_, index) => index + 1)
    )
  })

  test('rejects the label {label}')
    .with([
      { label: 'x.1:view' },
      { label: 'd.1:click' },
      { label: 'd.1234567890123456:view' },
      { label: 'd.1:view now' },
      { label: '' },
      { label: 7 },
      { label: undefined },
    ])
    .run(async ({ client, assert }, { label }) => {
      const refused = await client.post(EVENTS).json({ label })
      refused.assertStatus(400)
      assert.property(refused.body(), 'label')
    })

  test('stores no views of missing records', async ({ client, assert }) => {
    const missing = await client.post(EVENTS).json({ label: 'd.9999999999:view' })
    missing.assertStatus(404)
    const database = await app.container.make('lucid.db')
    assert.isEmpty(await database.from('page_views'))
    ;(await client.post(EVENTS).json([1])).assertStatus(400)
    ;(await client.get(EVENTS)).assertStatus(405)
  })

  test('limits an IP address to 60 views per hour, separate from other limits', async ({
    client,
    assert,
  }) => {
    const label = `d.${docket}:view`
    await withLimits(async () => {
      const statuses: number[] = []
      for (let view = 0; view < 61; view++)
        statuses.push((await client.post(EVENTS).json({ label })).status())
      assert.deepEqual([...new Set(statuses.slice(0, 60))], [202])
      assert.equal(statuses[60], 429)
      ;(await client.get('/api/rest/v4/courts/')).assertStatus(200)
    })
  })
})
