/** Interrupted imports. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { ace, ServerProcess } from '#tests/helpers/server_process'
import { groupOfStops, Stage, listProcessTree } from '#tests/helpers/stops'

const DOCKETS = 20_000
/** Milliseconds after the start of the import. */
const INTO = [0, 1_500, 4_000]
const IMPORTING = `SELECT FROM pg_stat_activity WHERE application_name = 'curia import'`

groupOfStops('interrupted imports', [], (stops) => {
  /** Files of dockets and the rows they refer to. */
  async function files(): Promise<string[]> {
    const folder = join(stops.folder, 'files')
    mkdirSync(folder)
    const words = ['bulk:generate', '--dockets', String(DOCKETS), '--out', folder]
    const { code, output } = await ace(words, { DATA_DIR: stops.folder }).ended
    if (code !== 0) throw new Error(output)
    return readdirSync(folder).map((name) => join(folder, name))
  }

  test('leave no temporary tables; command and server resume', async ({ assert }) => {
    const paths = await files()
    for (const milliseconds of INTO) {
      const stage = new Stage(stops.folder)
      stage.server = await ServerProcess.start(stops.buildProcessSettings())
      stops.started.push(stage.server)
      const importing = ace(['bulk:import', ...paths], stops.buildProcessSettings())
      while (!(await stage.query(IMPORTING)).length) await sleep(20)
      await sleep(milliseconds)
      const pids = [stage.server.pids[0]!, importing.process.pid!].flatMap(listProcessTree)
      importing.process.kill('SIGTERM')
      const { output } = await stage.server.kill('SIGTERM')
      stops.started.pop()
      const ended = await importing.ended
      await stage.close()
      stops.assertEnded(assert, pids, output + ended.output)
      assert.equal(ended.code, 143, ended.output)
    }
    const { code, output } = await ace(['bulk:import', ...paths], stops.buildProcessSettings())
      .ended
    assert.equal(code, 0, output)
  })
})
