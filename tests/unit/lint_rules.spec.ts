/**
 * Each structural rule in `eslint.config.js` reports a planted violation.
 */
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ESLint } from 'eslint'
import { ROOT } from '#tests/helpers/server_process'

/** Planted files aren't part of tsconfig.json; their types come only from their imports. */
const projectService = { allowDefaultProject: ['*/*/*/planted*.ts', '*/*/*/*/planted*.ts'] }

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfig: { languageOptions: { parserOptions: { projectService } } },
})

async function messagesFor(path: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: join(ROOT, path) })
  return result!.messages.map(({ message }) => message)
}

const NO_QUERY = 'Pages call models or actions instead of building queries.'

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

  test('models and actions can build queries', async ({ assert }) => {
    const code = 'await SearchAlert.query()\n'
    assert.notInclude(await messagesFor('plugins/alerts/actions/planted.ts', code), NO_QUERY)
  })

  test('a page’s transaction also ends in app/database', async ({ assert }) => {
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

  test('it can import parsers and its own files', async ({ assert }) => {
    const code = `import '#app/court_pages/decode'\nimport '../limits.js'\n`
    assert.notInclude((await messagesFor(path, code)).join(' '), MESSAGE)
  })
})

test.group('lint: writes are awaited', () => {
  const path = 'plugins/alerts/actions/planted.ts'
  const MODELS = '@adonisjs/lucid/types/model'
  const DATABASE = '@adonisjs/lucid/types/database'
  const WRITES = [
    { type: 'LucidRow', from: MODELS, write: 'it.save()' },
    { type: 'LucidModel', from: MODELS, write: 'it.create({ id: 1 })' },
    { type: 'QueryClientContract', from: DATABASE, write: `it.table('t').insert({ id: 1 })` },
    { type: 'QueryClientContract', from: DATABASE, write: `it.from('t').update({ id: 1 })` },
    { type: 'QueryClientContract', from: DATABASE, write: `it.rawQuery('DELETE FROM t')` },
    { type: 'ClientBase', from: 'pg', write: `it.query('DELETE FROM t')` },
  ]
  const floating = async (code: string) =>
    (await messagesFor(path, code)).filter((message) => message.startsWith('Promises must be'))

  test('reports a forgotten await: {type}, {write}')
    .with(WRITES)
    .run(async ({ assert }, { type, from, write }) => {
      const source = (statement: string) =>
        `import type { ${type} } from '${from}'\n` +
        `export async function write(it: ${type}) {\n  ${statement}\n}\n`
      assert.lengthOf(await floating(source(write)), 1)
      assert.isEmpty(await floating(source(`await ${write}`)))
    })

  test('reports an async callback whose promise is dropped', async ({ assert }) => {
    const code = '[1].forEach(async (id) => void (await Promise.resolve(id)))\n'
    const messages = (await messagesFor(path, code)).join(' ')
    assert.include(messages, 'Promise returned in function argument')
  })

  test('checks {$self}')
    .with(['app', 'bin', 'config', 'database', 'plugins', 'start', 'tests/unit'])
    .run(async ({ assert }, folder) => {
      const file = join(ROOT, folder, 'planted.ts')
      const config = await eslint.calculateConfigForFile(file)
      assert.equal(config.rules['@typescript-eslint/no-floating-promises'][0], 2)
    })
})
