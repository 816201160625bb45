/** Starting and stopping, and possible failures. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { freePort, makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import {
  ace,
  clusterFolder,
  isAlive,
  postmaster,
  ROOT,
  ServerProcess,
} from '#tests/helpers/server_process'
import { sampleCount } from '#tests/helpers/sample_archive'
import { EmbeddedCluster } from '#app/database/embedded_cluster'

const CLUSTERS = sampleCount('opinion-clusters')

test.group('start', (group) => {
  let folder: string
  const servers: ServerProcess[] = []

  const start = async (env: NodeJS.ProcessEnv = {}, root?: string) => {
    const server = await ServerProcess.start({ DATA_DIR: folder, ...env }, root)
    servers.push(server)
    return server
  }

  group.each.setup(() => {
    folder = makeTemporaryFolder()
    return async () => {
      for (const server of servers.splice(0)) {
        const cluster = clusterFolder(server)
        await server.kill('SIGTERM')
        const pid = postmaster(cluster)
        if (pid && isAlive(pid)) process.kill(pid, 'SIGKILL')
        if (!cluster.startsWith(folder) && cluster.includes('/cluster-'))
          rmSync(join(cluster, '..'), { recursive: true, force: true })
      }
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('the next start completes the demo account, its records, and the indexes after an interrupted first start', async ({
    assert,
  }) => {
    const early = await ServerProcess.launch({ DATA_DIR: folder, DEMO: 'on' })
    while (!(await fetch(early.url('/robots.txt')).catch(() => undefined))) await sleep(25)
    const { output } = await early.kill('SIGTERM')
    const server = await start({ DEMO: 'on' })
    // The start that creates the account prints its credentials.
    const printed = [output, server.output].map(
      (one) => /Authorization: (Token \w+)/.exec(one)?.[1]
    )
    assert.lengthOf(printed.filter(Boolean), 1)
    const token = printed.find(Boolean)
    const ask = async (path: string) => {
      const response = await fetch(server.url(`/api/rest/v4/${path}`), {
        headers: { authorization: token! },
      })
      return { status: response.status, body: (await response.json()) as { count: number } }
    }
    for (const type of ['o', 'r', 'p', 'oa']) {
      const { status, body } = await ask(`search/?type=${type}`)
      assert.equal(status, 200, type)
      assert.isAbove(body.count, 0, type)
    }
    for (const list of ['alerts', 'docket-alerts', 'tags', 'prayers', 'webhooks'])
      assert.isAtLeast((await ask(`${list}/?count=on`)).body.count, 2, list)
  })

  test('ends with the npm that started it', async ({ assert }) => {
    await copyMadeFolder(folder)
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: folder, PORT: String(await freePort()), NODE_ENV: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    const ready = new Promise<void>((resolve, reject) => {
      npm.stdout.on('data', (printed) => {
        output += printed
        if (output.includes('Ctrl-C stops the server')) resolve()
      })
      npm.once('close', () => reject(new Error(output)))
    })
    await ready
    const cluster = /Database: +(\S+)/.exec(output)![1]!
    const database = postmaster(cluster)!
    const ended = once(npm.stdout, 'close')
    npm.kill('SIGTERM')
    // The server has the other end open.
    await ended
    assert.isFalse(isAlive(database))
    assert.isUndefined(postmaster(cluster))
  })

  test('too large or malformed requests return JSON errors', async ({ assert }) => {
    await copyMadeFolder(folder)
    const server = await start()
    const withHeader = (size: number) =>
      fetch(`http://127.0.0.1:${server.port}/api/rest/v4/`, {
        headers: { filler: 'x'.repeat(size) },
      })
    assert.equal((await withHeader(60_000)).status, 200)
    const many = await withHeader(66_000)
    assert.equal(many.status, 431)
    assert.match(((await many.json()) as { detail: string }).detail, /64 KB/)

    const socket = connect(server.port, '127.0.0.1')
    socket.end('nonsense\r\n\r\n')
    const answer = await text(socket)
    assert.match(answer, /^HTTP\/1.1 400 Bad Request\r\nContent-Type: application\/json\r\n/)
    await server.kill('SIGTERM')
  })

  test('the next start takes over the database after kill -9 of the server', async ({ assert }) => {
    await copyMadeFolder(folder)
    const first = await start()
    const database = postmaster(clusterFolder(first))!
    await first.kill('SIGKILL')
    assert.isTrue(isAlive(database))

    const second = await start()
    assert.equal(postmaster(clusterFolder(second)), database)
    assert.equal((await second.json('/api/rest/v4/clusters/?count=on')).count, CLUSTERS)
    await second.kill('SIGTERM')
    assert.isFalse(isAlive(database))
  })

  test('ignores a stale postmaster.pid after kill -9 of all processes', async ({ assert }) => {
    await copyMadeFolder(folder)
    const first = await start()
    const cluster = clusterFolder(first)
    const database = postmaster(cluster)!
    await first.kill('SIGKILL')
    process.kill(database, 'SIGKILL')
    // The process ID now belongs to another process, as happens in containers.
    const stale = join(cluster, 'postmaster.pid')
    assert.isTrue(existsSync(stale))
    writeFileSync(stale, `${process.pid}\n${cluster}\n`)

    const second = await start()
    assert.equal((await second.json('/api/rest/v4/clusters/?count=on')).count, CLUSTERS)
  })

  test('recovers from kill -9 at any time during the first start', async ({ assert }) => {
    const cluster = join(folder, 'postgres', 'cluster')
    for (const moment of [150, 400, 700, 1000, 1300, 1700]) {
      const server = await ServerProcess.launch({ DATA_DIR: folder })
      await new Promise((resolve) => setTimeout(resolve, moment))
      const database = postmaster(cluster)
      if (database && isAlive(database)) process.kill(database, 'SIGKILL')
      await server.kill('SIGKILL')
    }
    const server = await start()
    assert.equal((await server.json('/api/rest/v4/clusters/?count=on')).count, CLUSTERS)
    assert.equal(
      (await server.json('/api/rest/v4/opinions-cited/?count=on')).count,
      sampleCount('citation-map')
    )
  })

  test('two servers with different ports and folders run side by side', async ({ assert }) => {
    const other = makeTemporaryFolder()
    for (const one of [folder, other]) await copyMadeFolder(one)
    const [first, second] = [await start(), await start({ DATA_DIR: other })]
    assert.notEqual(postmaster(clusterFolder(first!)), postmaster(clusterFolder(second!)))
    for (const server of [first!, second!]) {
      assert.equal((await server.json('/api/rest/v4/clusters/?count=on')).count, CLUSTERS)
    }
    await second!.kill('SIGTERM')
    assert.equal((await first!.json('/api/rest/v4/clusters/?count=on')).count, CLUSTERS)
    rmSync(other, { recursive: true, force: true })
  })

  test('an Ace command uses the database of a running server and keeps it running', async ({
    assert,
  }) => {
    await copyMadeFolder(folder)
    const server = await start()
    const { code, output } = await ace(['migration:status'], { DATA_DIR: folder }).ended
    assert.equal(code, 0, output)
    assert.equal((await server.json('/api/rest/v4/clusters/?count=on')).count, CLUSTERS)
    await server.kill('SIGTERM')

    const alone = await ace(['migration:status'], { DATA_DIR: folder }).ended
    assert.equal(alone.code, 0, alone.output)
    assert.isUndefined(postmaster(clusterFolder(server)))
  })

  test('works in a folder that only root can access', async ({ assert }) => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const left = ['node_modules', '.git', 'data', 'tmp']
    for (const entry of readdirSync(ROOT).filter((name) => !left.includes(name))) {
      cpSync(join(ROOT, entry), join(closed, entry), { recursive: true })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(closed, 'node_modules'))
    const server = await start({ DATA_DIR: undefined, SAMPLE_ARCHIVE: 'off' }, closed)
    assert.equal((await server.json('/api/rest/v4/clusters/?count=on')).count, 0)
    const cluster = clusterFolder(server)
    assert.isFalse(cluster.startsWith(closed))
    assert.match(server.output, /cannot enter .*closed\/data; its files are in/)
  }).skip(process.getuid?.() !== 0, 'needs root: only root has folders that others cannot access')

  test('a port in use, a read-only folder, and invalid settings end with one line', async ({
    assert,
  }) => {
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
    const { port } = blocker.address() as { port: number }
    const cases: [env: NodeJS.ProcessEnv, message: RegExp][] = [
      [{ PORT: String(port) }, /^curia: port \d+ on 127\.0\.0\.1 is already in use\. Set PORT/],
      [
        { DATA_DIR: '/dev/null/data' },
        /^curia: cannot write to the data folder \/dev\/null\/data \(ENOTDIR\)\. Set DATA_DIR/,
      ],
      [
        { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' },
        /^curia: cannot reach the database of DATABASE_URL, postgres:\/\/u@127\.0\.0\.1:1\/x: connect ECONNREFUSED/,
      ],
      [
        { DATA_DIR: '/proc/x' },
        /^curia: cannot write to the data folder \/proc\/x \(ENOENT\)\. Set DATA_DIR/,
      ],
      [{ PORT: 'many' }, /^curia: invalid settings: PORT must be a whole number from 1 to 65535/],
      [
        { PORT: '99999' },
        /^curia: invalid settings: PORT must be a whole number from 1 to 65535, not "99999"$/,
      ],
      [
        { APP_KEY: 'secret' },
        /^curia: invalid settings: APP_KEY must have at least 32 characters$/,
      ],
      [
        { HOST: 'nowhere.invalid' },
        /^curia: HOST nowhere\.invalid is not an address of this machine/,
      ],
      [{ SAMPLE_ARCHIVE: 'perhaps' }, /^curia: invalid settings: .*SAMPLE_ARCHIVE/],
    ]
    for (const [env, message] of cases) {
      const { code, output } = await ServerProcess.fail({ DATA_DIR: folder, ...env })
      const lines = output.split('\n').filter((line) => line && !line.includes('building'))
      assert.equal(code, 1, output)
      assert.lengthOf(lines, 1, output)
      assert.match(lines[0]!, message)
      assert.notInclude(output, 'secret')
    }
    blocker.close()
  })
})

test.group('DATABASE_URL', (group) => {
  let folder: string
  let cluster: EmbeddedCluster
  const url = (database: string) => {
    const { host, user, password } = cluster.connection()
    return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}`
  }

  group.setup(async () => {
    folder = makeTemporaryFolder()
    cluster = new EmbeddedCluster({ dataDir: folder, durable: false })
    await cluster.start()
    const client = new pg.Client({ ...cluster.connection(), database: 'postgres' })
    await client.connect()
    await client.query('CREATE DATABASE mine')
    await client.query(`CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`)
    await client.end()
    return async () => {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('is used instead of a private database', async ({ assert }) => {
    const data = join(folder, 'own')
    const server = await ServerProcess.start({ DATA_DIR: data, DATABASE_URL: url('mine') })
    assert.deepEqual((await server.json('/api/rest/v4/dockets/')).results, [])
    assert.isFalse(existsSync(join(data, 'postgres')))
    assert.notInclude(server.output, cluster.connection().password)
    const { code } = await server.kill('SIGTERM')
    assert.equal(code, 0)
    assert.isNumber(postmaster(cluster.folder))
  })

  test('must use UTF8', async ({ assert }) => {
    const { code, output } = await ServerProcess.fail({
      DATA_DIR: join(folder, 'own'),
      DATABASE_URL: url('ascii'),
    })
    assert.equal(code, 1)
    assert.match(output, /has encoding SQL_ASCII; Curia requires a database with encoding UTF8/)
  })
})
