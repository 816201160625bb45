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
