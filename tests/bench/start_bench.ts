/**
 * Build, first start, and second start with the sample archive, compared with those of another
 * commit in alternating rounds, and with `node -e ''` and `initdb`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { postgresPrograms } from '#app/database/postgres_binaries'
import { databaseUser } from '#app/database/system_user'
import { usedBy, withDescendants } from '#tests/helpers/process_use'
import { clusterFolder, postmaster, ROOT, ServerProcess } from '#tests/helpers/server_process'
import { median, printTable, ratio } from './table.js'

export interface StartBench {
  folder: string
  /** The commit to compare with. */
  baseline: string
  rounds: number
}

interface Used {
  seconds: number
  cpu: number
}

/** Prints elapsed and CPU seconds, and the ratio of the elapsed times to the baseline. */
export async function benchStart({ folder, baseline, rounds }: StartBench): Promise<void> {
  const other = checkOut(join(folder, `start-${baseline}`), baseline)
  const trees = { [baseline]: other, 'this commit': ROOT }
  const measured = new Map<string, Used[]>()
  const add = (name: string, used: Used) =>
    measured.set(name, [...(measured.get(name) ?? []), used])
  for (let round = 0; round <= rounds; round++) {
    const results: [string, Used][] = [
      ["node -e ''", run(process.execPath, ['-e', ''], { cwd: ROOT })],
      ['initdb', initdb()],
    ]
    for (const [name, root] of Object.entries(trees)) {
      const data = join(folder, 'start-data')
      rmSync(data, { recursive: true, force: true })
      results.push(
        [`build, ${name}`, run('npm', ['run', 'build'], { cwd: root })],
        [`first start, ${name}`, await start(root, data)],
        [`second start, ${name}`, await start(root, data)]
      )
      rmSync(data, { recursive: true, force: true })
    }
    // The first round fills caches.
    if (round) for (const [name, used] of results) add(name, used)
  }
  const middle = (name: string, value: (used: Used) => number) =>
    median(measured.get(name)!.map(value))
  const rows = [...measured.keys()].map((name) => {
    const [step, tree] = name.split(', ')
    const seconds = middle(name, (used) => used.seconds)
    const before = tree && middle(`${step}, ${baseline}`, (used) => used.seconds)
    return [
      name,
      ratio(seconds),
      ratio(middle(name, ({ cpu }) => cpu)),
      before ? ratio(seconds / before) : '–',
    ]
  })
  printTable(['', 'seconds', 'CPU seconds', 'ratio'], rows)
}

/** The tree of a commit with the packages of this one. */
function checkOut(root: string, commit: string): string {
  if (existsSync(root)) return root
  mkdirSync(root, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  return root
}

/** CPU time is that of ended children, which only a shell reports. */
const TIMED = '"$@" >&2; code=$?; times; exit $code'
const CHILDREN = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/

function run(
  command: string,
  words: string[],
  options: { cwd: string; uid?: number; gid?: number }
): Used {
  const began = performance.now()
  const shell = ['-c', TIMED, 'bash', command, ...words]
  const { status, stdout, stderr } = spawnSync('bash', shell, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}:\n${stderr}`)
  const seconds = (performance.now() - began) / 1000
  const [, minutes, user, more, system] = CHILDREN.exec(stdout)!.map(Number)
  return { seconds, cpu: 60 * (minutes! + more!) + user! + system! }
}

/** As the user that runs the embedded database, because root can't. */
function initdb(): Used {
  const user = databaseUser()
  const data = join(mkdtempSync(join(tmpdir(), 'curia-initdb-')), 'data')
  if (user) chownSync(dirname(data), user.uid, user.gid)
  try {
    const words = ['-D', data, '-A', 'trust', '--no-sync']
    return run(postgresPrograms(user).initdb, words, { cwd: '/', uid: user?.uid, gid: user?.gid })
  } finally {
    rmSync(dirname(data), { recursive: true, force: true })
  }
}

/** Starts a server, and stops it when it is ready. */
async function start(root: string, data: string): Promise<Used> {
  const began = performance.now()
  const server = await ServerProcess.start(
    { DATA_DIR: data, DEMO: 'off', NODE_DISABLE_COMPILE_CACHE: undefined },
    root
  )
  const seconds = (performance.now() - began) / 1000
  const database = postmaster(clusterFolder(server))
  const pids = withDescendants([...server.pids, ...(database ? [database] : [])])
  const { cpuSeconds: cpu } = usedBy(pids)
  await server.kill('SIGTERM')
  return { seconds, cpu }
}
