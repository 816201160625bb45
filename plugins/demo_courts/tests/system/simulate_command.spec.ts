/** The command that runs the simulated courts. */
import { createServer, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { freePort } from '#tests/helpers/environment'
import { ace } from '#tests/helpers/server_process'
import type { Simulator } from '../../simulator/start_simulator.js'
import { CourtVisitor } from '../court_visitor.js'

test.group('registry:simulate', () => {
  test('prints accounts and cases, responds, and stops on a signal', async ({ assert }) => {
    const running = ace(['registry:simulate'], {})
    await running.until('Simulated courts are ready')
    running.process.kill('SIGHUP')
    const { code, output } = await running.ended
    assert.include(output, 'simreader')
    assert.include(output, '3:24-cv-00101-ATL')
    assert.match(output, /REGISTRY_CONNECT=127\.0\.0\.1:\d+ npm start/)
    assert.equal(code, 0)
  })

  test('listens on the given port until SIGTERM or SIGINT: {$self}')
    .with(['SIGTERM', 'SIGINT'] as const)
    .run(async ({ assert }, signal) => {
      const port = await freePort()
      const running = ace(['registry:simulate', `--port=${port}`], {})
      await running.until('Simulated courts are ready')
      const visitor = new CourtVisitor({ port } as Simulator)
      assert.equal((await visitor.logIn()).loginResult, '0')
      running.process.kill(signal)
      assert.equal((await running.ended).code, 0)
    })

  test('reports an unavailable or invalid port', async ({ assert }) => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const taken = await ace(['registry:simulate', `--port=${port}`], {}).ended
    server.close()
    assert.include(taken.output, `port ${port} is not available: EADDRINUSE`)
    assert.equal(taken.code, 1)
    const none = await ace(['registry:simulate', '--port=70000'], {}).ended
    assert.include(none.output, '--port must be from 1 to 65535')
    assert.equal(none.code, 1)
  })
})
