/**
 * Kills server and worker under load with `kill -9` at random times, and checks
 * that no committed event is lost and that repeated handling has no effect.
 * CURIA_TEST_CRASHES sets the number of kills; 50 take a few minutes.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { crashesOr, MortalProcesses } from '#tests/helpers/mortal_processes'
import { copyTree, ROOT } from '#tests/helpers/server_process'

const CRASHES = crashesOr(2)
const CLIENTS = 4
/** Milliseconds for interrupted work to be detected and repeated. */
const TIMEOUT = 300_000

test.group('jobs and kill -9', (group) => {
  let processes: MortalProcesses
  const count = async (sql: string) => Number((await processes.rows(sql))[0]!.count)

  group.setup(async () => {
    const root = makeTemporaryFolder()
    copyTree(root)
    cpSync(join(ROOT, 'tests/fixtures/crash_probe'), join(root, 'plugins/crash_probe'), {
      recursive: true,
    })
    processes = await MortalProcesses.start({ CRASH_PROBE: 'on' }, root)
    return async () => {
      await processes.stop()
      rmSync(root, { recursive: true, force: true })
    }
  })

  test('no committed event is lost', async ({ assert }) => {
    const acknowledged: number[] = []
    let loading = true
    const load = Array.from({ length: CLIENTS }, async () => {
      while (loading) {
        try {
          const response = await fetch(processes.address('/crash-probe/'), { method: 'POST' })
          if (response.ok) acknowledged.push(((await response.json()) as { id: number }).id)
        } catch {
          await sleep(50)
        }
        await sleep(15)
      }
    })
    // One in a hundred jobs takes two seconds, longer than the delay before a kill.
    const longJob = async () => {
      const started = `SELECT count(*) FROM jobs.job
                       WHERE state = 'active' AND started_on > now() - interval '100 ms'
                         AND (data ->> 'id')::bigint % 100 = 0`
      while (!(await count(started))) await sleep(5)
    }
    await processes.killInTurns(CRASHES, 300, longJob)
    loading = false
    await Promise.all(load)

    const open = `SELECT count(*) FROM probe_events e
                  WHERE NOT EXISTS (SELECT 1 FROM probe_effects WHERE event_id = e.id)
                     OR NOT EXISTS (SELECT 1 FROM probe_copies c WHERE c.id = e.id)`
    const deadline = Date.now() + TIMEOUT
    while ((await count(open)) && Date.now() < deadline) await sleep(200)
    const outcome = {
      open: await count(open),
      // Listeners never received rolled-back events.
      invented: await count(
        `SELECT count(*) FROM probe_effects WHERE event_id NOT IN (SELECT id FROM probe_events)`
      ),
      unkept: await count(
        `SELECT count(*) FROM unnest('{${acknowledged}}'::bigint[]) AS id
         WHERE id NOT IN (SELECT id FROM probe_events)`
      ),
      dead: await count(`SELECT count(*) FROM jobs.job WHERE state = 'failed'`),
    }
    assert.deepEqual(outcome, { open: 0, invented: 0, unkept: 0, dead: 0 })
    assert.isAbove(acknowledged.length, 20 * CRASHES)
    // Some were in progress when their process was killed.
    assert.isAbove(await count('SELECT count(*) FROM jobs.job WHERE retry_count > 0'), 0)
  }).timeout(600_000 + CRASHES * 15_000)

  test('SIGTERM stops both promptly and leaves no process running', async ({ assert }) => {
    for (const name of ['worker', 'server'] as const) {
      const { code, output } = await processes.running[name].kill('SIGTERM')
      assert.equal(code, 0, output)
    }
  })
})
