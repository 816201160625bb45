/** Sends invalid values in every field of an upload. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { isWritable } from '#api/writes/validate'
import { PluginHost } from '#core/plugin_host'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { HOSTILE_TEXTS } from '#tests/helpers/hostile_values'
import Upload from '../../models/upload.js'
import { UPLOAD_RIGHT, VIEW_RIGHT } from '../../rights.js'
import { PDF, work } from '../uploads.js'

test.group('upload fields', (group) => {
  let account: TestAccount

  group.setup(async () => {
    account = await makeAccount({ rights: [UPLOAD_RIGHT, VIEW_RIGHT] })
    return async () => {
      await work()
      await Upload.query().where('uploaderId', account.id).delete()
    }
  })

  test('no value causes a server error', async ({ assert }) => {
    const { catalogs } = await app.container.make(PluginHost)
    const failures: string[] = []
    for (const [at, path] of [
      '/api/rest/v4/archive/',
      '/courtlistener/api/rest/v4/recap/',
    ].entries()) {
      const resource = catalogs[at]!.resources.get(path.split('/').at(-2)!)
      for (const [name, field] of resource.fields) {
        if (!isWritable(field) || name === 'filepath_local') continue
        for (const [nth, text] of HOSTILE_TEXTS.entries()) {
          // Each API root is tested with half of the values.
          if (nth % 2 !== at) continue
          const body = new FormData()
          const right: Record<string, string> = {
            court: 'cand',
            upload_type: '3',
            document_number: '1',
          }
          for (const one of resource.fields.keys())
            if (right[one] ?? /_doc_id$/.test(one)) body.set(one, right[one] ?? '035000000001')
          body.set(name, text)
          body.set('filepath_local', new Blob([new Uint8Array(PDF)]), 'file.pdf')
          const response = await fetch(`http://${process.env.HOST}:${process.env.PORT}${path}`, {
            method: 'POST',
            headers: { authorization: account.authorization },
            body,
          })
          const answer = await response.text()
          if (response.status >= 500)
            failures.push(`${path} ${name}=${JSON.stringify(text)}: ${response.status} ${answer}`)
        }
      }
    }
    assert.deepEqual(failures, [])
  }).timeout(300_000)
})
