/**
 * The OpenAPI document in use: openapi-typescript generates types from it, and typical code
 * compiles and works.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { compileFiles } from '#tests/helpers/compiler'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { searchReady } from '#tests/helpers/search_indexes'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'

type Call = (client: unknown) => Promise<{ response: Response }>

interface Calls {
  makeClient: (baseUrl: string, token: string) => unknown
  EXAMPLES: Record<string, Call>
  READS: Record<string, Call>
  WRITES: [name: string, status: number, call: Call][]
}

/** Not imported by name, because it compiles with the generated types only. */
const CALLS = new URL('../typed_client/calls.ts', import.meta.url).href
const { makeClient, EXAMPLES, READS, WRITES } = (await import(CALLS)) as Calls

const run = promisify(execFile)

const folder = makeTemporaryFolder()
const schema = join(folder, 'schema.d.ts')

function address(): string {
  return `http://${process.env.HOST}:${process.env.PORT}`
}

test.group('types from the OpenAPI document', (group) => {
  group.teardown(() => rmSync(folder, { recursive: true, force: true }))

  test('typical calls compile, mistakes do not', async ({ assert }) => {
    mkdirSync(folder, { recursive: true })
    const bin = (name: string) => app.makePath('node_modules', name)
    await run(process.execPath, [
      bin('openapi-typescript/bin/cli.js'),
      `${address()}/api/rest/v4/openapi.json`,
      '--output',
      schema,
    ])
    const calls = app.makePath('tests/typed_client/calls.ts')
    const messages = await compileFiles(join(folder, 'tsconfig.json'), [calls], {
      paths: { '#schema': [schema] },
    })
    assert.equal(messages, '')
  }).skip(!EVERYTHING, LEFT_OUT)
})

test.group('calls of a typed client', (group) => {
  group.setup(searchReady)

  test('{$self}')
    .with(Object.keys({ ...EXAMPLES, ...READS }))
    .run(async ({ assert }, name) => {
      const { authorization } = await makeAccount()
      const client = makeClient(`${address()}/api/rest/v4`, authorization)
      const { response } = await { ...EXAMPLES, ...READS }[name]!(client)
      assert.equal(response.status, 200)
    })

  test('writes', async ({ assert }) => {
    const rights = ['upload', 'upload.view']
    const { authorization } = await makeAccount({ confirmed: true, rights })
    const client = makeClient(`${address()}/api/rest/v4`, authorization)
    assert.isAtLeast(Object.keys({ ...EXAMPLES, ...READS }).length + WRITES.length, 30)
    for (const [name, status, call] of WRITES) {
      const { response } = await call(client)
      assert.equal(response.status, status, name)
    }
  })
})
