/**
 * Commands of Dockerfile, compose.yaml, and curia.service, run in a plain folder
 * with the project's Node, because images can't be built here. The folder has the
 * packages of a build, like the image. Redis runs with its own command, PostgreSQL
 * is the bundled one, and object storage and Typesense are simulated.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Copy } from 'dockerfile-ast'
import { composeServices, unitFile } from '#tests/helpers/compose_file'
import { freePort, makeTemporaryFolder } from '#tests/helpers/environment'
import { DOCKERFILE, healthCheck, parseCommandWords } from '#tests/helpers/image'
import { PostgresServer } from '#tests/helpers/postgres_replica'
import { HAS_REDIS, NO_REDIS } from '#tests/helpers/redis_server'
import { S3_KEYS, S3Server } from '#tests/helpers/s3_server'
import { ROOT } from '#tests/helpers/server_process'
import { TYPESENSE_KEY, TypesenseSimulator } from '#tests/simulators/typesense/server'

/**
 * Variables of the image, and variables of the machine that locate programs and packages.
 * Excludes those of the tests.
 */
const MACHINE = [
  ...['HOME', 'LANG', 'PATH', 'TMPDIR'],
  // The registry may be behind a proxy with its own certificate.
  ...['npm_config_registry', 'npm_config_cache', 'NODE_EXTRA_CA_CERTS'],
]
const machine = Object.fromEntries(MACHINE.map((name) => [name, process.env[name]]))
/** The image has a recent version of Node. */
const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)

interface Command {
  child: ChildProcess
  output: () => string
}

test.group('image', (group) => {
  let folder: string
  let tree: string
  let data: string
  const started: ChildProcess[] = []

  group.setup(() => {
    folder = makeTemporaryFolder()
    tree = join(folder, 'srv')
    mkdirSync(tree)
    buildImage(tree)
    return () => rmSync(folder, { recursive: true, force: true })
  })
  group.each.setup(() => {
    data = makeTemporaryFolder()
    return async () => {
      for (const child of started.splice(0).filter(({ exitCode }) => exitCode === null)) {
        child.kill('SIGKILL')
        await once(child, 'close')
      }
      rmSync(data, { recursive: true, force: true })
    }
  })

  const start = ([program, ...words]: string[], env: NodeJS.ProcessEnv): Command => {
    const child = spawn(program!, words, { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    started.push(child)
    let output = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (text) => (output += text))
    return { child, output: () => output }
  }
  const settings = async () => ({
    ...machine,
    ...imageSettings(),
    PATH,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATA_DIR: join(data, 'data'),
  })

  test('builds, passes its health check, and stops gracefully', async ({ assert }) => {
    assert.notInclude(readdirSync(join(tree, 'node_modules')), 'eslint')
    const env = await settings()
    const server = start(parseCommandWords(DOCKERFILE.getCMDs()[0]!), env)
    // It prints its URL once the archive is searchable.
    await until(server, () => server.output().includes('curl '))
    assert.isTrue(succeeds(healthCheck(), env))
    const courts = (await read(env.PORT, '/api/rest/v4/courts/?fields=id')) as { results: object[] }
    assert.isNotEmpty(courts.results)
    assert.equal(await stop(server), 0, server.output())
    assert.isFalse(succeeds(healthCheck(), env))
  })

  test('app and worker of compose.yaml work with its other services', async ({
    assert,
    cleanup,
  }) => {
    const values = { APP_KEY: 'k'.repeat(32), POSTGRES_PASSWORD: 'p', TYPESENSE_API_KEY: 't' }
    const services = composeServices({ ...values, S3_PASSWORD: 's' })
    const app = services.app!.environment!
    assert.deepEqual(services.worker!.environment, app)

    const port = String(await freePort())
    const redis = start(
      [...services.redis!.command!, '--port', port, '--bind', '127.0.0.1', '--dir', data],
      machine
    )
    const [, askRedis, ...question] = services.redis!.healthcheck!.test!
    await until(redis, () => succeeds([askRedis!, '-p', port, ...question], machine))
    const postgres = await PostgresServer.primary()
    cleanup(() => postgres.remove())
    const s3 = await S3Server.start(app.S3_BUCKET!)
    cleanup(() => s3.close())
    const typesense = await TypesenseSimulator.start({ mostOperations: 2_000 })
    cleanup(() => typesense.close())
    const here = {
      APP_URL: '',
      AWS_ACCESS_KEY_ID: S3_KEYS.id,
      AWS_SECRET_ACCESS_KEY: S3_KEYS.secret,
      DATABASE_URL: postgres.url,
      REDIS_URL: `redis://127.0.0.1:${port}`,
      S3_ENDPOINT: s3.endpoint,
      TYPESENSE_API_KEY: TYPESENSE_KEY,
      TYPESENSE_URLS: typesense.urls.join(','),
    }
    assert.includeMembers(Object.keys(app), [...Object.keys(here), 'WORKER_PORT'])

    // External databases start empty by default, with nothing to search.
    const workerPort = String(await freePort())
    const own = { SAMPLE_ARCHIVE: 'on', WORKER_PORT: workerPort }
    const env = { ...(await settings()), ...app, ...here, ...own }
    const server = start(parseCommandWords(DOCKERFILE.getCMDs()[0]!), env)
    await until(server, () => succeeds(healthCheck(), env))
    const worker = start(services.worker!.command!, env)
    await until(worker, () => worker.output().includes('Curia worker is ready'))
    // The worker fills the index that the app searches.
    await until(worker, async () => {
      const found = await read(env.PORT, '/api/rest/v4/search/?q=education').catch(() => undefined)
      return (found as { count: number } | undefined)?.count
    })
    const [, ...health] = services.worker!.healthcheck!.test!.map((word) =>
      word.replace(app.WORKER_PORT!, workerPort)
    )
    assert.isTrue(succeeds(health, env))
    // A job is counted when it ends, but its indexed documents can be found before that.
    await until(worker, async () =>
      /^curia_job_seconds_count\{.+\} \d/m.test(await readText(workerPort, '/metrics'))
    )
    assert.equal(await stop(worker), 0, worker.output())
    assert.isFalse(succeeds(health, env))
    assert.equal(await stop(server), 0, server.output())
    assert.equal(await stop(redis), 0)
  }).skip(!HAS_REDIS, NO_REDIS)

  test('ExecStart of curia.service runs the server until SIGTERM', async ({ assert }) => {
    const { command, environment } = unitFile()
    const { HOST, PORT, DATA_DIR } = await settings()
    // The unit requires no newer Node version in its path than the machine has.
    const server = start(command, { ...machine, ...environment, HOST, PORT, DATA_DIR })
    await until(server, () => server.output().includes('curl '))
    assert.isObject(await read(PORT, '/api/rest/v4/'))
    assert.equal(await stop(server), 0, server.output())
  })
})

/** Runs the first stage of the Dockerfile in a folder. */
function buildImage(tree: string): void {
  const instructions = DOCKERFILE.getInstructions()
  const [, second] = DOCKERFILE.getFROMs()
  for (const instruction of instructions.slice(0, instructions.indexOf(second!))) {
    if (instruction instanceof Copy) copy(instruction, tree)
    else if (instruction.getKeyword() === 'RUN')
      execFileSync('sh', ['-ec', instruction.getArgumentsContent()!], {
        cwd: tree,
        env: { ...machine, PATH, npm_config_prefer_offline: 'true' },
        stdio: 'pipe',
      })
  }
}

/** Variables passed to the image. */
function imageSettings(): Record<string, string> {
  return Object.fromEntries(
    DOCKERFILE.getENVs().flatMap((env) =>
      env.getProperties().map((property) => [property.getName(), property.getValue()!])
    )
  )
}

/** Copies the named files, except those excluded by .dockerignore. */
function copy(instruction: Copy, tree: string): void {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  const names = instruction.getArguments().map((argument) => argument.getValue())
  const sources = names.slice(0, -1).flatMap((name) => (name === '.' ? readdirSync(ROOT) : [name]))
  for (const source of sources.filter((name) => !ignored.includes(name)))
    cpSync(join(ROOT, source), join(tree, source), { recursive: true })
}

function succeeds([program, ...words]: string[], env: NodeJS.ProcessEnv): boolean {
  try {
    execFileSync(program!, words, { env, stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/** Waits for a condition while a process runs. @throws Error with its output if it exits first */
async function until({ child, output }: Command, isTrue: () => unknown): Promise<void> {
  while (!(await isTrue())) {
    if (child.exitCode !== null) throw new Error(output())
    await sleep(200)
  }
}

/** @returns the exit code after SIGTERM */
async function stop({ child }: Command): Promise<number | null> {
  child.kill('SIGTERM')
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

async function readText(port: string, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return text
}

async function read(port: string, path: string): Promise<unknown> {
  return JSON.parse(await readText(port, path))
}
