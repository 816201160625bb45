/** The client of a process follows the settings: off unless they say otherwise. */
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { ApplicationService } from '@adonisjs/core/types'
import { test } from '@japa/runner'
import { RegistryOff } from '#plugins/fetch/errors'
import {
  fetchedFolder,
  registryClient,
  registryIsOn,
  registryIsReal,
  simulateRegistry,
} from '#plugins/fetch/services'

/** An application of its own, for what is kept for each. */
const another = () =>
  Object.assign(Object.create(app) as ApplicationService, { terminating: () => {} })

test.group('registry client: of the process', () => {
  test('there is none where fetching is off', async ({ assert }) => {
    const one = another()
    assert.isFalse(registryIsOn(one))
    assert.isFalse(registryIsReal())
    const error: unknown = await registryClient(one).catch((reason: unknown) => reason)
    assert.instanceOf(error, RegistryOff)
    const { kind, details } = error as RegistryOff
    assert.deepEqual([kind.code, kind.status], ['registry_off', 501])
    assert.deepEqual(details, { detail: 'Fetching is disabled on this server.' })
  })

  test('there is one where courts are simulated, and they start when it is wanted', async ({
    assert,
    cleanup,
  }) => {
    const hosts: string[] = []
    const server = createServer((request, response) => {
      hosts.push(request.headers.host!)
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanup(() => void server.close())
    const { port } = server.address() as AddressInfo
    const one = another()
    let starts = 0
    simulateRegistry(one, async () => {
      starts++
      return { host: '127.0.0.1', port }
    })
    assert.isTrue(registryIsOn(one))
    assert.equal(starts, 0)
    const client = await registryClient(one)
    cleanup(() => client.close())
    assert.strictEqual(await registryClient(one), client)
    await client.probe('cand', AbortSignal.timeout(10_000))
    assert.deepEqual([starts, hosts], [1, ['ecf.cand.uscourts.gov']])
  })

  test('files that a killed process left are removed after a day', async ({ assert, cleanup }) => {
    const folder = fetchedFolder()
    await mkdir(folder, { recursive: true })
    for (const name of ['old.pdf', 'new.pdf']) await writeFile(join(folder, name), '')
    await utimes(join(folder, 'old.pdf'), 1, 1)
    const one = another()
    simulateRegistry(one, async () => ({ host: '127.0.0.1', port: 9 }))
    const client = await registryClient(one)
    cleanup(() => client.close())
    assert.deepEqual(await readdir(folder), ['new.pdf'])
  })
})
