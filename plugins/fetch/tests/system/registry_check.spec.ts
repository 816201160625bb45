/** `node ace registry:check` in a separate process. */
import { rmSync } from 'node:fs'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ace } from '#tests/helpers/server_process'
import { startSimulator, type Simulator } from '#plugins/demo_courts/simulator/start_simulator'

test.group('registry:check', (group) => {
  let folder: string
  let simulator: Simulator

  group.setup(async () => {
    folder = makeTemporaryFolder()
    await copyMadeFolder(folder)
    simulator = await startSimulator()
    return async () => {
      await simulator.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const run = (settings: Record<string, string>, ...words: string[]) =>
    ace(['registry:check', ...words], { DATA_DIR: folder, ...settings }).ended
  const simulated = (username: string, password = 'Simulated-1') => ({
    REGISTRY_CONNECT: `127.0.0.1:${simulator.port}`,
    REGISTRY_USERNAME: username,
    REGISTRY_PASSWORD: password,
  })

  test('fails while fetching is off', async ({ assert }) => {
    const { code, output } = await run({}, 'akd')
    assert.equal(code, 1, output)
    assert.include(output, 'fetching is off: set REGISTRY=on or REGISTRY_CONNECT')
  })

  test('logs in once, looks up one number, and buys nothing', async ({ assert }) => {
    simulator.reset()
    const { code, output } = await run(simulated('simnotice'), 'akd', '--number=3:24-cv-00101')
    assert.equal(code, 0, output)
    assert.include(output, 'target: simulated courts')
    assert.include(output, 'Your password expires in 5 days.')
    assert.include(output, '3:24-cv-00101 at akd: case 70101, Simulated Lantern Works')
    for (const secret of ['simnotice', 'Simulated-1']) assert.notInclude(output, secret)
    const { logins, pages } = simulator.ledger.totals('simnotice')
    assert.deepEqual([logins, pages], [1, 0])
  })

  test('prints the login error without credentials', async ({ assert }) => {
    const { code, output } = await run(simulated('simreader', 'not-this-word'), 'akd')
    assert.equal(code, 1, output)
    assert.include(output, 'login_refused: Invalid username')
    assert.notInclude(output, 'not-this-word')
  })
})
