/**
 * Search alerts while the matching and sending processes are killed with
 * `kill -9` at random: every document is sent once on every channel.
 * CURIA_TEST_CRASHES sets the number of kills; 50 run for some minutes.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { crashesOr, MortalProcesses } from '#tests/helpers/mortal_processes'
import { ROOT } from '#tests/helpers/server_process'
import { Receiver } from '#plugins/webhooks/tests/receiver'
import { AlertedCases } from '../alerted_cases.js'

const CRASHES = crashesOr(2)
const WITHOUT = !existsSync(join(ROOT, 'plugins/alerts'))

test.group('search alerts and kill -9', (group) => {
  let processes: MortalProcesses
  let receiver: Receiver

  group.setup(async () => {
    if (WITHOUT) return () => {}
    receiver = await Receiver.start()
    processes = await MortalProcesses.start(AlertedCases.settings(receiver))
    return async () => {
      await processes.stop()
      await receiver.stop()
    }
  })

  test('loses no hits and sends none twice', async ({ assert }) => {
    const cases = new AlertedCases(
      {
        environment: processes.environment,
        mailFolder: join(processes.folder, 'mail'),
        address: (path) => processes.address(path),
        rows: (sql) => processes.rows(sql),
      },
      receiver
    )
    await cases.start()
    await processes.killInTurns(CRASHES, 3000)
    await cases.assertSentOnce(assert)
  })
    .timeout(600_000 + CRASHES * 15_000)
    .skip(WITHOUT, 'needs the plugin alerts')
})
