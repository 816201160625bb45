/**
 * The commands of the Dockerfile, run one after the other in a plain folder
 * with the project's own Node, in place of the image that cannot be built here.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Copy } from 'dockerfile-ast'
import { freePort, makeTemporaryFolder } from '#tests/helpers/environment'
import { DOCKERFILE, healthCheck, wordsOf } from '#tests/helpers/image'
import { ROOT } from '#tests/helpers/server_process'

/** Of the image, and of the machine what finds programs and packages; nothing of the tests. */
const MACHINE = ['HOME', 'LANG', 'npm_config_registry', 'npm_config_cache', 'TMPDIR']

test.group('image', (group) => {
  let folder: string
  let server: ChildProcess | undefined

  group.each.setup(() => {
    folder = makeTemporaryFolder()
    return async () => {
      if (server?.exitCode === null) {
        server.kill('SIGKILL')
        await once(server, 'close')
      }
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('is built, answers its health check, and stops in order', async ({ assert }) => {
    const tree = join(folder, 'srv')
    const data = join(folder, 'data')
    mkdirSync(tree)
    mkdirSync(data, { mode: 0o755 })
    const port = String(await freePort())
    const env = {
      ...Object.fromEntries(MACHINE.map((name) => [name, process.env[name]])),
      ...imageSettings(),
      PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      npm_config_prefer_offline: 'true',
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: data,
    }
    for (const instruction of buildStage()) {
      if (instruction instanceof Copy) copy(instruction, tree)
      else if (instruction.getKeyword() === 'RUN')
        execFileSync('sh', ['-ec', instruction.getArgumentsContent()!], {
          cwd: tree,
          // npm leaves development packages out where this says production: it does in the second stage only.
          env: { ...env, NODE_ENV: undefined },
          stdio: 'pipe',
        })
    }
    assert.notInclude(readdirSync(join(tree, 'node_modules')), 'eslint')

    const [program, ...words] = wordsOf(DOCKERFILE.getCMDs()[0]!)
    server = spawn(program!, words, { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [server.stdout!, server.stderr!])
      stream.on('data', (text) => (output += text))
    const [check, ...rest] = healthCheck()
    // It prints its address once the archive can be searched.
    while (!output.includes('curl ')) {
      assert.isNull(server.exitCode, output)
      await sleep(200)
    }
    assert.isTrue(isHealthy(check!, rest, env))
    const answer = await fetch(`http://127.0.0.1:${port}/api/rest/v4/courts/?fields=id`)
    assert.equal(answer.status, 200)
    assert.isNotEmpty(((await answer.json()) as { results: object[] }).results)

    server.kill('SIGTERM')
    const [code] = await once(server, 'close')
    assert.equal(code, 0, output)
    assert.isFalse(isHealthy(check!, rest, env))
  })
})

/** Instructions of the first stage. */
function buildStage() {
  const instructions = DOCKERFILE.getInstructions()
  const [, second] = DOCKERFILE.getFROMs()
  return instructions.slice(0, instructions.indexOf(second!))
}

/** Names the image is given as variables. */
function imageSettings(): Record<string, string> {
  return Object.fromEntries(
    DOCKERFILE.getENVs().flatMap((env) =>
      env.getProperties().map((property) => [property.getName(), property.getValue()!])
    )
  )
}

/** Copies what is named, without what .dockerignore leaves out. */
function copy(instruction: Copy, tree: string): void {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  const names = instruction.getArguments().map((argument) => argument.getValue())
  const sources = names.slice(0, -1).flatMap((name) => (name === '.' ? readdirSync(ROOT) : [name]))
  for (const source of sources.filter((name) => !ignored.includes(name)))
    cpSync(join(ROOT, source), join(tree, source), { recursive: true })
}

function isHealthy(program: string, words: string[], env: NodeJS.ProcessEnv): boolean {
  try {
    execFileSync(program, words, { env, stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
