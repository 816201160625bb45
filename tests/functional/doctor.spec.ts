/**
 * Findings of `node ace doctor`.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { settings } from '#start/env'
import { checkKey, checkNode, checkPort, diagnose, type Finding } from '#app/web/health/diagnoses'
import { Monitoring } from '#app/web/monitoring'
import { OpenDatabase } from '#app/database/connection'
import { PluginHost } from '#core/plugin_host'
import { searchReady } from '#tests/helpers/search_indexes'

test.group('doctor', () => {
  test('reports a healthy server, and suggests a fix for every other finding', async ({
    assert,
  }) => {
    await searchReady()
    const found = new Map<string, Finding>()
    const { container } = app
    const services = {
      app,
      database: () => container.make('lucid.db'),
      openDatabase: () => container.make(OpenDatabase),
      monitoring: () => container.make(Monitoring),
      tables: async () => (await container.make(PluginHost)).recordTables,
    }
    for await (const finding of diagnose(services, settings)) found.set(finding.name, finding)
    assert.sameMembers(
      [...found.keys()],
      [
        'settings',
        'node',
        'database',
        'clock',
        'migrations',
        'search',
        'jobs',
        'local IDs',
        'disk',
        'key',
        'port',
      ]
    )
    for (const name of [
      'node',
      'database',
      'clock',
      'migrations',
      'search',
      'local IDs',
      'key',
      'port',
    ])
      assert.equal(found.get(name)!.status, 'ok', found.get(name)!.message)
    // The test server responds on the port.
    assert.match(found.get('port')!.message, /^A Curia server is running on port/)
    // Tests have no mail server.
    assert.equal(found.get('settings')!.status, 'warning')
    for (const { status, mend, message } of found.values()) {
      assert.equal(mend === undefined, status === 'ok', message)
      assert.notInclude(message, '\n')
    }
  })

  test('finds old versions, readable keys, and ports in use', async ({ assert, cleanup }) => {
    assert.equal(checkNode('22.11.0').status, 'error')
    assert.equal(checkNode('24.0.0').status, 'ok')

    const folder = mkdtempSync(join(tmpdir(), 'curia-doctor-'))
    cleanup(() => rmSync(folder, { recursive: true }))
    const key = join(folder, 'app.key')
    assert.equal(checkKey(key).message, 'The key is set in APP_KEY')
    writeFileSync(key, 'x')
    chmodSync(key, 0o640)
    assert.equal(checkKey(key).status, 'error')
    chmodSync(key, 0o600)
    assert.equal(checkKey(key).status, 'ok')

    const other = createServer((_, response) => response.end('hello'))
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const taken = await checkPort('127.0.0.1', port)
    assert.equal(taken.status, 'error')
    assert.include(taken.message, 'used by another program')
    await new Promise((resolve) => other.close(resolve))
    assert.equal((await checkPort('127.0.0.1', port)).message, `Port ${port} on 127.0.0.1 is free`)
  })
})
