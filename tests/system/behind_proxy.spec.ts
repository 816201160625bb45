/** A server behind a proxy with TLS. */
import { rmSync } from 'node:fs'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ServerProcess } from '#tests/helpers/server_process'

test.group('behind a proxy', (group) => {
  let folder: string
  let server: ServerProcess

  group.setup(async () => {
    folder = makeTemporaryFolder()
    await copyMadeFolder(folder)
    server = await ServerProcess.start({ DATA_DIR: folder, APP_URL: 'https://curia.example.org' })
    return async () => {
      await server.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('every response requires browsers to use TLS', async ({ assert }) => {
    for (const path of [
      '/',
      '/sign-in/',
      '/docs/',
      '/health',
      '/assets/curia.css',
      '/storage/nothing.pdf',
      '/api/rest/v4/',
      '/api/rest/v4/courts/',
      '/api/rest/v4/courts/scotus/?format=xml',
      '/api/rest/v4/courts/nowhere/',
      '/api/rest/v4/courts',
      '/nowhere/',
    ]) {
      const { headers } = await fetch(server.url(path), { redirect: 'manual' })
      assert.equal(headers.get('strict-transport-security'), 'max-age=15552000', path)
    }
  })
})
