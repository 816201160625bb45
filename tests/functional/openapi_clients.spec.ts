/**
 * The OpenAPI documents with linters and client generators. The packages are those of
 * `tests/clients`, which `.ci/run` installs.
 */
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { OWN_ROOT, PUBLIC_ROOT } from '#api/roots'
import { makeAccount } from '#tests/helpers/accounts'
import { CLIENTS, NO_CLIENTS } from '#tests/helpers/client_packages'
import { compileFiles } from '#tests/helpers/compiler'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { searchReady } from '#tests/helpers/search_indexes'

const run = promisify(execFile)
const folder = makeTemporaryFolder()
const clients = (...path: string[]) => app.makePath('tests/clients', ...path)
const bin = (name: string) => clients('node_modules/.bin', name)

const PERL_CLIENT = spawnSync('perl', ['-MOpenAPI::Client', '-e', '1']).status === 0
/** Named in `openapi` documents of version 3.1. */
const META_SCHEMA = 'https://spec.openapis.org/oas/3.1/schema/2021-05-20'

type Call = () => Promise<{ response?: { status: number } }>
type MakeCalls = (baseUrl: string, token: string) => Record<string, [number, Call]>

const GENERATORS = {
  'hey-api': {
    calls: 'hey_api_calls.ts',
    entry: 'index.ts',
    generate: (document: string, output: string) =>
      run(process.execPath, [
        bin('openapi-ts'),
        ...['--input', document, '--output', output, '--client', '@hey-api/client-fetch'],
      ]),
  },
  'orval': {
    calls: 'orval_calls.ts',
    entry: 'api.ts',
    generate: (document: string, output: string) => {
      mkdirSync(output, { recursive: true })
      // Orval reads the version of TypeScript from the package of the working directory.
      return run(
        process.execPath,
        [clients('generate_orval.js'), document, output, address(OWN_ROOT)],
        { cwd: clients() }
      )
    },
  },
}

function address(root: string): string {
  return `http://${process.env.HOST}:${process.env.PORT}${root}v4`
}

/** Saves a document and returns its path. */
async function download(root: string, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(path, await (await fetch(`${address(root)}/openapi.json`)).text())
  return path
}

/** Output of a command that fails; empty if it succeeds. */
async function failure(command: Promise<unknown>): Promise<string> {
  return command.then(
    () => '',
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr
  )
}

test.group('OpenAPI linters and generators', (group) => {
  group.setup(searchReady)
  group.teardown(() => rmSync(folder, { recursive: true, force: true }))

  test('Redocly and Spectral accept the document under {$self}')
    .with([OWN_ROOT, PUBLIC_ROOT])
    .run(async ({ assert }, root) => {
      const document = await download(root, root === OWN_ROOT ? 'own.json' : 'public.json')
      const [redocly, spectral] = await Promise.all([
        failure(
          run(process.execPath, [
            bin('redocly'),
            ...['lint', document, '--config', clients('redocly.yaml')],
          ])
        ),
        failure(
          run(process.execPath, [
            bin('spectral'),
            ...['lint', document, '--ruleset', clients('spectral.yaml'), '--fail-severity', 'warn'],
          ])
        ),
      ])
      assert.equal(redocly, '')
      assert.equal(spectral, '')
    })
    .skip(!CLIENTS, NO_CLIENTS)
    .timeout(120_000)

  test('the client of {$self} compiles and works')
    .with(Object.keys(GENERATORS) as (keyof typeof GENERATORS)[])
    .run(async ({ assert }, name) => {
      const { calls, entry, generate } = GENERATORS[name]
      const document = await download(OWN_ROOT, `${name}.json`)
      const output = join(folder, name)
      await generate(document, output)
      const config = join(folder, `${name}.tsconfig.json`)
      const compiling = compileFiles(config, [clients(calls)], {
        allowImportingTsExtensions: true,
        paths: {
          [`#${name}`]: [join(output, entry)],
          [`#${name}/client`]: [join(output, 'client/index.ts')],
        },
      })
      const bundle = join(folder, `${name}.mjs`)
      const [compiled] = await Promise.all([
        compiling,
        run(bin('esbuild'), [
          clients(calls),
          ...['--bundle', '--format=esm', '--platform=node', '--log-level=error'],
          `--tsconfig=${config}`,
          `--outfile=${bundle}`,
        ]),
      ])
      assert.equal(compiled, '')

      const { makeCalls } = (await import(pathToFileURL(bundle).href)) as { makeCalls: MakeCalls }
      const { authorization } = await makeAccount({
        confirmed: true,
        rights: ['upload', 'upload.view'],
      })
      const all = Object.entries(makeCalls(address(OWN_ROOT), authorization))
      assert.isAtLeast(all.length, 30)
      for (const [said, [status, call]] of all)
        assert.equal((await call()).response?.status, status, `${name}: ${said}`)
    })
    .skip(!CLIENTS, NO_CLIENTS)
    .timeout(120_000)

  test('Perl calls the API with OpenAPI::Client', async ({ assert }) => {
    const { token } = await makeAccount({ confirmed: true })
    const cache = join(folder, 'schemas')
    mkdirSync(cache, { recursive: true })
    // The module looks up the meta-schema of OpenAPI 3.1 on the web if it isn't in this folder.
    writeFileSync(join(cache, createHash('md5').update(META_SCHEMA).digest('hex')), '{}')
    const script = clients('openapi_client.pl')
    const { stdout } = await run('perl', [script, `${address(OWN_ROOT)}/openapi.json`, token], {
      env: { ...process.env, JSON_VALIDATOR_CACHE_PATH: cache },
    })
    const calls = stdout.trim().split('\n')
    assert.isAbove(calls.length, 20)
    for (const call of calls) {
      const [name, status, expected] = call.split('\t')
      assert.equal(status, expected, name)
    }
  })
    .skip(!PERL_CLIENT, 'OpenAPI::Client missing: install libopenapi-client-perl')
    .timeout(120_000)
})
