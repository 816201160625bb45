/**
 * Each structural rule in `eslint.config.js` reports a planted violation.
 */
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ESLint } from 'eslint'
import ts from 'typescript'
import { ROOT } from '#tests/helpers/server_process'

/** Rules that need types. */
const TYPED = ['no-floating-promises', 'no-misused-promises'].map(
  (name) => `@typescript-eslint/${name}`
)

const untyped = new ESLint({
  cwd: ROOT,
  overrideConfig: {
    languageOptions: { parserOptions: { projectService: false } },
    rules: Object.fromEntries(TYPED.map((name) => [name, 'off'])),
  },
})

/** Loads only the types that a planted file imports; the whole project takes 20 s of CPU time. */
function typed(file: string, code: string): ESLint {
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
  }
  const host = ts.createCompilerHost(options, true)
  const { getSourceFile, fileExists } = host
  host.fileExists = (path) => path === file || fileExists(path)
  host.getSourceFile = (path, target, ...more) =>
    path === file
      ? ts.createSourceFile(path, code, target, true)
      : getSourceFile(path, target, ...more)
  const programs = [ts.createProgram([file], options, host)]
  return new ESLint({
    cwd: ROOT,
    overrideConfig: { languageOptions: { parserOptions: { projectService: false, programs } } },
  })
}

async function lint(eslint: ESLint, path: string, code: string) {
  const [result] = await eslint.lintText(code, { filePath: join(ROOT, path) })
  const fatal = result!.messages.find((message) => message.fatal)
  if (fatal) throw new Error(fatal.message)
  return result!.messages
}

async function messagesFor(path: string, code: string): Promise<string[]> {
  return (await lint(untyped, path, code)).map(({ message }) => message)
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

test.group('lint: plugins import public files of plugins they require', () => {
  const REQUIRE = 'Add the plugin to "requires" in plugins/tags/plugin.ts.'
  const PUBLIC = 'Plugins import only public.ts and public/ of other plugins.'

  test('{name} in tags: {found}')
    .with([
      { name: '#plugins/case_law/public', found: [] },
      { name: '#plugins/tags/models/tag', found: [] },
      { name: '#plugins/webhooks/public', found: [REQUIRE] },
      { name: '#plugins/federal_records/public/merging', found: [REQUIRE] },
      // A name that begins with that of a required plugin.
      { name: '#plugins/case_law_2/public', found: [REQUIRE] },
      { name: '#plugins/case_law/models/docket', found: [PUBLIC] },
      { name: '#plugins/case_law/public/inner/file', found: [PUBLIC] },
      { name: '#plugins/webhooks/delivery/send_webhook', found: [REQUIRE, PUBLIC] },
    ])
    .run(async ({ assert }, { name, found }) => {
      const messages = await messagesFor('plugins/tags/actions/planted.ts', `import '${name}'\n`)
      for (const message of [REQUIRE, PUBLIC])
        assert.equal(
          messages.some((text) => text.includes(message)),
          found.includes(message),
          messages.join('\n')
        )
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
    { type: 'LucidRow', write: 'it.save()' },
    { type: 'LucidModel', write: 'it.create({ id: 1 })' },
    { type: 'QueryClientContract', write: `it.table('t').insert({ id: 1 })` },
    { type: 'QueryClientContract', write: `it.from('t').update({ id: 1 })` },
    { type: 'QueryClientContract', write: `it.rawQuery('DELETE FROM t')` },
    { type: 'ClientBase', write: `it.query('DELETE FROM t')` },
  ]
  const TYPES = [
    `import type { LucidModel, LucidRow } from '${MODELS}'`,
    `import type { QueryClientContract } from '${DATABASE}'`,
    `import type { ClientBase } from 'pg'`,
  ]
  const AWAITED = WRITES.map(({ type, write }, at) =>
    [
      `export async function write${at}(it: ${type}) {`,
      `  await ${write}`,
      `  return function forgotten${at}() {`,
      `    ${write}`,
      '  }',
      '}',
    ].join('\n')
  )
  const DROPPED = '[1].forEach(async (id) => void (await Promise.resolve(id)))'
  const code = [...TYPES, ...AWAITED, DROPPED].join('\n')

  test('reports each forgotten await and each dropped promise', async ({ assert }) => {
    const lines = code.split('\n')
    const found = (await lint(typed(join(ROOT, path), code), path, code))
      .filter(({ ruleId }) => ruleId?.endsWith('-promises'))
      .map(({ line, message }) => [lines[line - 1]!.trim(), message.split(' ', 2).join(' ')])
    assert.deepEqual(found, [
      ...WRITES.map(({ write }) => [write, 'Promises must']),
      [DROPPED, 'Promise returned'],
    ])
  })

  test('checks {$self}')
    .with(['app', 'bin', 'config', 'database', 'plugins', 'start', 'tests/unit'])
    .run(async ({ assert }, folder) => {
      const file = join(ROOT, folder, 'planted.ts')
      const config = await new ESLint({ cwd: ROOT }).calculateConfigForFile(file)
      assert.equal(config.rules['@typescript-eslint/no-floating-promises'][0], 2)
    })
})
