import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'
import { PgNotifications } from '#app/database/notifications'

const CHANNEL = 'curia_tested'
const ignore = () => {}

test.group('notifications', (group) => {
  let sender: pg.Client
  let listening: PgNotifications

  group.each.setup(async () => {
    const { connection } = await app.container.make(OpenDatabase)
    sender = new pg.Client(connection)
    await sender.connect()
    listening = new PgNotifications(connection)
    return async () => {
      await listening.close()
      await sender.end()
    }
  })

  test('has received all notifications that were committed before', async ({ assert }) => {
    const received: number[] = []
    const onMessage = (text: string) => void received.push(Number(text))
    await listening.listen(CHANNEL, { onMessage, onDisconnect: ignore, onReconnect: ignore })
    const waits: Promise<void>[] = []
    for (let n = 0; n < 200; n++) {
      await sender.query('SELECT pg_notify($1, $2)', [CHANNEL, String(n)])
      waits.push(listening.caughtUp().then(() => assert.include(received, n)))
    }
    await Promise.all(waits)
  })

  test('rejects without a connection', async ({ assert }) => {
    await assert.rejects(() => listening.caughtUp(), 'not connected for notifications')
    await listening.listen(CHANNEL, {
      onMessage: ignore,
      onDisconnect: ignore,
      onReconnect: ignore,
    })
    await sender.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'curia notifications' AND query LIKE '%${CHANNEL}%'`
    )
    for (let failed = false; !failed; await sleep(1))
      failed = await listening.caughtUp().then(
        () => false,
        () => true
      )
    // It reconnects automatically.
    for (let connected = false; !connected; await sleep(10))
      connected = await listening.caughtUp().then(
        () => true,
        () => false
      )
  })
})
