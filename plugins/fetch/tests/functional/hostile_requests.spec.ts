/** Invalid values for every field of a fetch request, in each body encoding. */
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { isWritable } from '#api/writes/validate'
import { PluginHost } from '#core/plugin_host'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { hostileBodies } from '#tests/helpers/hostile_values'
import FetchRequest from '../../models/fetch_request.js'
import { scriptRegistry, someCredentials } from '../scripted_registry.js'

const ROOTS = [
  ['/api/rest/v4/archive-fetch/', 0],
  ['/courtlistener/api/rest/v4/recap-fetch/', 1],
] as const

const RIGHT: Record<string, unknown> = {
  request_type: 1,
  court: 'akd',
  docket_number: '1:31-cv-00021',
}

test.group('fields of fetch requests', (group) => {
  let account: TestAccount

  group.setup(async () => {
    account = await makeAccount()
    const registry = await scriptRegistry()
    return async () => {
      registry.restore()
      await FetchRequest.query().where('userId', account.id).delete()
    }
  })

  for (const [path, catalog] of ROOTS) {
    test(`never cause a server error: ${path}`, async ({ assert }) => {
      const { catalogs } = await app.container.make(PluginHost)
      const resource = catalogs[catalog]!.resources.get(path.split('/').at(-2)!)
      const own = someCredentials()
      const right = Object.fromEntries(
        [...resource.fields.keys()].flatMap((name): [string, unknown][] => {
          if (/_username$/.test(name)) return [[name, own.registry_username]]
          if (/_password$/.test(name)) return [[name, own.registry_password]]
          return name in RIGHT ? [[name, RIGHT[name]]] : []
        })
      )
      const failures: string[] = []
      let sent = 0
      for (const [name, field] of resource.fields) {
        if (!isWritable(field)) continue
        for (const [at, { what, body }] of hostileBodies(name).entries()) {
          // Each API root is tested with half of the values.
          if (at % ROOTS.length !== catalog) continue
          const { type, bytes } = body(right)
          const response = await fetch(`http://${process.env.HOST}:${process.env.PORT}${path}`, {
            method: 'POST',
            headers: { 'authorization': account.authorization, 'content-type': type },
            body: new Uint8Array(bytes),
          })
          sent++
          const text = await response.text()
          if (response.status >= 500) failures.push(`${name}: ${what}: ${response.status} ${text}`)
        }
      }
      assert.deepEqual(failures, [])
      assert.isAbove(sent, 200)
    }).timeout(300_000)
  }
})
