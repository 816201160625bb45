/**
 * Kills processes with `kill -9` while they rebuild indexes and index many changed
 * rows, and checks that every row can be found in its current state.
 * CURIA_TEST_CRASHES sets the number of kills; 50 take a few minutes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { crashesOr, MortalProcesses } from '#tests/helpers/mortal_processes'

const CRASHES = crashesOr(2)
/** Many more than the changed rows, which otherwise wouldn't be indexed row by row. */
const ROWS = 60_000
const CHANGED = 10_000
/** Milliseconds for interrupted work to be detected and repeated. */
const TIMEOUT = 600_000

test.group('indexes and kill -9', (group) => {
  let processes: MortalProcesses

  group.setup(async () => {
    processes = await MortalProcesses.start({})
    return () => processes.stop()
  })

  const found = async (word: string): Promise<number> => {
    const address = processes.address(`/api/rest/v4/search/?type=d&q=caseName:${word}`)
    const response = await fetch(address).catch(() => undefined)
    if (response?.status !== 200) return -1
    return ((await response.json()) as { count: number }).count
  }
  const settled = async (word: string, count: number): Promise<number> => {
    const deadline = Date.now() + TIMEOUT
    while ((await found(word)) !== count && Date.now() < deadline) await sleep(500)
    return found(word)
  }

  test('finds every row in its current state', async ({ assert }) => {
    await processes.rows(
      `INSERT INTO courts (id, full_name, short_name, citation_string, position, jurisdiction)
       VALUES ('ash', 'Court of Ash', 'Ash', 'Ash', 1, 'FD') ON CONFLICT DO NOTHING`
    )
    await processes.rows(
      `INSERT INTO dockets (court_id, source, case_name, slug, docket_number)
       SELECT 'ash', 1, 'Ash v. Beech', 'ash', '1:26-cv-' || n FROM generate_series(1, ${ROWS}) n`
    )
    await processes.killInTurns(CRASHES, 2_000)
    assert.equal(await settled('Ash', ROWS), ROWS)

    const some = `id IN (SELECT id FROM dockets ORDER BY id LIMIT ${CHANGED})`
    await processes.rows(
      `UPDATE dockets SET case_name = 'Cedar v. Beech', date_modified = now() WHERE ${some}`
    )
    await processes.killInTurns(CRASHES, 2_000)
    assert.equal(await settled('Cedar', CHANGED), CHANGED)
    assert.equal(await settled('Ash', ROWS - CHANGED), ROWS - CHANGED)

    await processes.rows(`DELETE FROM dockets WHERE ${some} AND id % 2 = 0`)
    await processes.killInTurns(CRASHES, 2_000)
    assert.equal(await settled('Cedar', CHANGED / 2), CHANGED / 2)
  }).timeout(TIMEOUT * 4 + CRASHES * 45_000)
})
