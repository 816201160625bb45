/**
 * Graceful stops, whichever process receives the signal, of a server in its own
 * process group, like supervisors and containers start it.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { freePort, makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { copyTree, environmentIn, isAlive, postmaster, ROOT } from '#tests/helpers/server_process'

const READY = 'Ctrl-C stops the server'

/** A Node too old for the server, which starts the bundled one instead. */
const OLD_NODE = '/usr/bin/node'

function isOld(node: string): boolean {
  if (!existsSync(node)) return false
  return Number(execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'])) < 24
}

interface Group {
  npm: ChildProcess
  output: () => string
  /** Process IDs from npm down to the server. */
  chain: number[]
  cluster: string
  database: number
}

/** Recipients and signals. */
type Blow = [victim: (group: Group) => number, signal: NodeJS.Signals]

const group = ({ npm }: Group) => -npm.pid!
const npm = ({ npm: { pid } }: Group) => pid!
const server = ({ chain }: Group) => chain.at(-1)!

const STOPS: [name: string, blows: Blow[]][] = [
  ['SIGTERM to the group', [[group, 'SIGTERM']]],
  ['SIGINT to the group', [[group, 'SIGINT']]],
  ['SIGHUP to the group', [[group, 'SIGHUP']]],
  [
    'SIGTERM to the group, twice',
    [
      [group, 'SIGTERM'],
      [group, 'SIGTERM'],
    ],
  ],
  ['SIGTERM to npm', [[npm, 'SIGTERM']]],
  ['SIGINT to npm', [[npm, 'SIGINT']]],
  [
    'SIGTERM to the server, three times',
    [
      [server, 'SIGTERM'],
      [server, 'SIGTERM'],
      [server, 'SIGTERM'],
    ],
  ],
  ['SIGINT to the server', [[server, 'SIGINT']]],
  ['SIGKILL to npm', [[npm, 'SIGKILL']]],
  [
    'SIGINT to the server, then SIGTERM to npm, then SIGINT to the group',
    [
      [server, 'SIGINT'],
      [npm, 'SIGTERM'],
      [group, 'SIGINT'],
    ],
  ],
]

const BUILD_STOPS: [name: string, victim: (pid: number) => number, signal: NodeJS.Signals][] = [
  ['SIGTERM to the process', (pid) => pid, 'SIGTERM'],
  ['SIGTERM to the group', (pid) => -pid, 'SIGTERM'],
  ['SIGINT to the group', (pid) => -pid, 'SIGINT'],
]

/** Children of a process, oldest first. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === `${pid}`
      } catch {
        return false
      }
    })
    .map(Number)
    .sort((a, b) => a - b)
}

/** Resolves when npm and the server, which shares npm's output, have ended. */
const endOf = (child: ChildProcess) => once(child, 'close')

/** A process closes its files just before it ends. */
async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(10)
}

/** A process and its descendants, except PostgreSQL. */
function chainFrom(pid: number): number[] {
  const next = childrenOf(pid).find(
    (child) => !readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('postgres')
  )
  return next ? [pid, ...chainFrom(next)] : [pid]
}

test.group('stopping', (suite) => {
  let folder: string
  const started: ChildProcess[] = []

  suite.tap((one) => {
    if (!existsSync('/proc/self/stat')) one.skip(true, 'needs /proc')
  })
  suite.each.setup(async () => {
    folder = makeTemporaryFolder()
    await copyMadeFolder(folder)
    return () => {
      for (const { pid } of started.splice(0)) {
        try {
          process.kill(-pid!, 'SIGKILL')
        } catch {
          // It has ended, as expected.
        }
      }
      const left = postmaster(join(folder, 'postgres', 'cluster'))
      if (left && isAlive(left)) process.kill(left, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const launch = async (command: string[]) => {
    const child = spawn(command[0]!, command.slice(1), {
      cwd: ROOT,
      detached: true,
      env: {
        ...process.env,
        DATA_DIR: folder,
        PORT: String(await freePort()),
        NODE_ENV: '',
        DATABASE_URL: '',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    let output = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (text) => (output += text))
    return { npm: child, output: () => output }
  }

  const start = async (command = ['npm', 'start']): Promise<Group> => {
    // Only this start's lines.
    writeFileSync(join(folder, 'postgres', 'server.log'), '')
    const { npm: child, output } = await launch(command)
    while (!output().includes(READY)) {
      if (child.exitCode !== null) throw new Error(output())
      await sleep(20)
    }
    const cluster = /Database: +(\S+)/.exec(output())![1]!
    return {
      npm: child,
      output,
      chain: chainFrom(child.pid!),
      cluster,
      database: postmaster(cluster)!,
    }
  }

  const logOf = ({ cluster }: Group) => readFileSync(join(cluster, '..', 'server.log'), 'utf8')

  for (const [name, blows] of STOPS) {
    test(`${name} stops server and database gracefully`, async ({ assert }) => {
      const running = await start()
      assert.isTrue(isAlive(running.database))
      const ended = endOf(running.npm)
      for (const [victim, signal] of blows) {
        try {
          process.kill(victim(running), signal)
        } catch {
          // It has already ended.
        }
      }
      await ended
      await Promise.all(running.chain.map(gone))
      assert.isFalse(isAlive(running.database), running.output())
      assert.isUndefined(postmaster(running.cluster))
      assert.match(logOf(running), /received fast shutdown request/)
      assert.match(logOf(running), /database system is shut down/)
      assert.notMatch(logOf(running), /reset by peer|unexpected EOF|not properly shut down/)
      assert.notMatch(running.output(), /while stopping|Error/)
    })
  }

  test('an old Node forwards signals to the bundled one', async ({ assert }) => {
    for (const [victim, signal] of [
      [group, 'SIGTERM'],
      [npm, 'SIGINT'],
      [npm, 'SIGTERM'],
    ] as const) {
      const running = await start([OLD_NODE, 'bin/start.js'])
      assert.lengthOf(running.chain, 2)
      const ended = endOf(running.npm)
      process.kill(victim(running), signal)
      await ended
      assert.isFalse(isAlive(running.database), `${signal} ${running.output()}`)
      assert.match(logOf(running), /database system is shut down/)
      assert.notMatch(logOf(running), /reset by peer|unexpected EOF/)
    }
  }).skip(!isOld(OLD_NODE), 'needs a Node older than the bundled one')

  test('completes a running request before the server stops', async ({ assert }) => {
    const running = await start()
    const port = /127\.0\.0\.1:(\d+)/.exec(running.output())![1]
    const url = `http://127.0.0.1:${port}/api/rest/v4/opinions/?page_size=20`
    // A cold server's first responses may take longer than its statements may.
    await fetch(url).then((response) => response.text())
    const asked = Promise.all(Array.from({ length: 10 }, () => fetch(url).then((r) => r.json())))
    await fetch(`http://127.0.0.1:${port}/health`)
    const ended = endOf(running.npm)
    process.kill(group(running), 'SIGTERM')
    for (const body of await asked) assert.property(body, 'results', JSON.stringify(body))
    await ended
    assert.isFalse(isAlive(running.database))
  })

  test('a stop at any time during startup leaves no database running', async ({ assert }) => {
    const cluster = join(folder, 'postgres', 'cluster')
    for (const moment of [600, 900, 1200, 1500, 1800, 2200, 2600, 3000]) {
      const { npm: child, output } = await launch(['npm', 'start'])
      const ended = endOf(child)
      await sleep(moment)
      process.kill(-child.pid!, 'SIGTERM')
      await ended
      assert.isUndefined(postmaster(cluster), `${moment} ms: ${output()}`)
    }
  })

  test('{0} during the build stops the compiler')
    .with(BUILD_STOPS)
    .run(async ({ assert, cleanup }, [, victim, signal]) => {
      const tree = makeTemporaryFolder()
      cleanup(() => rmSync(tree, { recursive: true, force: true }))
      copyTree(tree)
      const child = spawn(process.execPath, ['bin/start.js'], {
        cwd: tree,
        detached: true,
        env: environmentIn(tree, { DATA_DIR: folder, PORT: String(await freePort()) }),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      started.push(child)
      const ended = endOf(child)
      while (!workingIn(tree).some((command) => command.includes('bin/build.js'))) await sleep(10)
      process.kill(victim(child.pid!), signal)
      const [code] = await ended
      assert.equal(code, 128 + constants.signals[signal])
      assert.deepEqual(workingIn(tree), [])
    })
})

/** Command lines of the processes that run in a folder. */
function workingIn(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(folder) || !isAlive(Number(pid)))
          return []
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')]
      } catch {
        return []
      }
    })
}
