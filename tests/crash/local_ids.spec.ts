/**
 * A first start that is killed at any time leaves one place where local IDs start, which later
 * starts keep, whatever LOCAL_IDS_FROM is then.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { ace, isAlive, postmaster, ServerProcess } from '#tests/helpers/server_process'

const HEADER =
  'id,court_seat,building_name,address1,address2,city,county,state,zip_code,country_code,court_id'
const [FIRST, OTHER] = ['1200000000', '1300000000']

test.group('LOCAL_IDS_FROM and kill -9', () => {
  test('later starts keep where the IDs of a killed first start begin', async ({
    assert,
    cleanup,
  }) => {
    const folder = makeTemporaryFolder()
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    const data = join(folder, 'data')
    mkdirSync(data)
    const file = join(folder, 'courthouses-2024-01-01.csv')
    writeFileSync(
      file,
      `${HEADER}\n"1200000000","t","One","","","","","NY","","US","none"\n"1300000000","t","Two","","","","","NY","","US","none"\n`
    )
    const run = (words: string[], wanted: string) =>
      ace(words, { DATA_DIR: data, LOCAL_IDS_FROM: wanted })

    const invalid = await run(['doctor'], '999999').ended
    assert.notEqual(invalid.code, 0)
    assert.include(
      invalid.output,
      'LOCAL_IDS_FROM must be a whole number from 1000000 to 1000000000000, not "999999"'
    )

    for (const [round, moment] of [2500, 3000, 3500, 4000, 5000].entries()) {
      const { process: child, ended } = run(['bulk:import', file], FIRST)
      await sleep(moment)
      const database = postmaster(join(data, 'postgres', 'cluster'))
      child.kill('SIGKILL')
      if (round % 2 && database && isAlive(database)) process.kill(database, 'SIGKILL')
      await ended
    }
    // Completes what was killed; the rows show where the local IDs start.
    const done = await run(['bulk:import', file], FIRST).ended
    assert.equal(done.code, 2, done.output)
    assert.include(done.output, 'keys from 1200000000 on are reserved')

    const same = await run(['doctor'], FIRST).ended
    assert.include(same.output, 'IDs of records created on this server start at 1,200,000,000')
    const other = await run(['doctor'], OTHER).ended
    const ignored =
      'LOCAL_IDS_FROM=1300000000 is ignored: the IDs of records created in this archive start at 1,200,000,000'
    assert.include(other.output, ignored)

    const server = await ServerProcess.start({
      DATA_DIR: data,
      LOCAL_IDS_FROM: OTHER,
      SAMPLE_ARCHIVE: 'off',
      DEMO: 'off',
    })
    const { output } = await server.kill('SIGTERM')
    assert.include(output, `Warning:       ${ignored}`)
  })
})
