/** Edits by staff update searches and alerts. */
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { type ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { OpenDatabase } from '#app/database/connection'
import { PgNotifications } from '#app/database/notifications'
import { ChangeLog } from '#app/events/change_log'
import { Consumers } from '#app/events/consumers'
import { Indexer } from '#app/search/indexer/indexer'
import { makeAccount } from '#tests/helpers/accounts'
import { formValues } from '#tests/helpers/form_values'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn } from '#tests/helpers/visitor'
import { listAlertHits, makeReader, matching, storeAlert } from '../alert_helpers.js'
import { addCluster, removeRows, uniqueWord } from '../archive_rows.js'

test.group('searches of records edited by staff', (group) => {
  group.setup(() => searchReady())
  group.each.teardown(() => removeRows())

  test('finds a decision by its new name in searches and alerts', async ({
    assert,
    client,
    cleanup,
  }) => {
    const word = uniqueWord()
    const { cluster } = await addCluster('A text.')
    const { id } = await storeAlert(await makeReader(), `q=${word}&type=o`)
    const staff = await signedIn(await makeAccount({ rights: ['archive.edit'] }))
    const path = `/admin/records/clusters/${cluster}/`
    const stop = await followChanges()
    cleanup(stop)

    await matching(async () => {
      const { text } = await staff.get(path)
      await staff.submit(path, { ...formValues(text), case_name: `In re ${word}` })
    })
    assert.lengthOf(await listAlertHits(id), 1)
    assert.equal(await foundBy(client, word), cluster)
  })
})

/** Updates indexes as a server does. @returns stops the updates */
async function followChanges(): Promise<() => Promise<void>> {
  const { connection } = await app.container.make(OpenDatabase)
  const consumers = new Consumers(
    {
      connection,
      log: await app.container.make(ChangeLog),
      logger: await app.container.make('logger'),
    },
    await app.container.make(PgNotifications)
  )
  await (await app.container.make(Indexer)).start(consumers)
  return () => consumers.close()
}

/** Searches until there is a result. @returns its cluster */
async function foundBy(client: ApiClient, word: string): Promise<number> {
  for (;;) {
    const found = (await client.get('/api/rest/v4/search/').qs({ q: word, type: 'o' })).body()
    if (found.results.length) return found.results[0].cluster_id
    await sleep(50)
  }
}
