/**
 * Rules of `eslint.config.js` that hold the structure: each reports a planted
 * violation.
 */
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ESLint } from 'eslint'
import { ROOT } from '#tests/helpers/server_process'

async function messagesFor(path: string, code: string): Promise<string[]> {
  const eslint = new ESLint({ cwd: ROOT })
  const [result] = await eslint.lintText(code, { filePath: join(ROOT, path) })
  return result!.messages.map(({ message }) => message)
}

const NO_QUERY = 'A page asks a model or an action; it builds no query.'

test.group('lint: pages build no queries', () => {
  test('{path}: {code}')
    .with(
      ['plugins/alerts/pages/planted.ts', 'app/console/controllers/planted_controller.ts'].flatMap(
        (path) =>
          [
            `await database.from('search_alerts').first()`,
            `await trx.table('search_alerts').insert({ id })`,
            `await database.rawQuery('SELECT 1', [])`,
            `await SearchAlert.query()`,
          ].map((code) => ({ path, code }))
      )
    )
    .run(async ({ assert }, { path, code }) => {
      assert.include(await messagesFor(path, `${code}\n`), NO_QUERY)
    })

  test('models and actions do', async ({ assert }) => {
    const code = 'await SearchAlert.query()\n'
    assert.notInclude(await messagesFor('plugins/alerts/actions/planted.ts', code), NO_QUERY)
  })

  test('a transaction of a page ends in app/database, too', async ({ assert }) => {
    const code = 'await trx.commit()\n'
    const messages = await messagesFor('plugins/alerts/pages/planted.ts', code)
    assert.isTrue(messages.some((message) => message.includes('inTransaction')))
  })
})

test.group('lint: the client of the court system is a library', () => {
  const MESSAGE = 'The client of the court system knows neither the server nor the database.'
  const path = 'plugins/fetch/registry_client/transport/planted.ts'

  test('it must not import {$self}')
    .with([
      '@adonisjs/core/services/app',
      'pg',
      '#start/env',
      '#app/support/domain_error',
      '#plugins/federal_records/public/merging',
      '../../settings.js',
      '../../models/fetch_request.js',
    ])
    .run(async ({ assert }, name) => {
      assert.include((await messagesFor(path, `import '${name}'\n`)).join(' '), MESSAGE)
    })

  test('it imports parsers, and its own files', async ({ assert }) => {
    const code = `import '#app/court_pages/decode'\nimport '../limits.js'\n`
    assert.notInclude((await messagesFor(path, code)).join(' '), MESSAGE)
  })
})
