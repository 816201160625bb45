/**
 * Fills a real file system while the server writes, and checks that errors name the
 * cause, no acknowledged write is lost, a backup to another disk works, and the
 * server recovers on its own once space is available.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  closeSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { MortalProcesses } from '#tests/helpers/mortal_processes'
import { noteSecrets } from '#tests/helpers/secrets'
import { ace, ROOT } from '#tests/helpers/server_process'

const SIZE = '1200m'
/** Bytes per write, large enough to fill the remaining space with few writes. */
const BYTES = 40_000
/** Milliseconds of writing to a full disk, with and without space in the write-ahead log. */
const FULL_FOR = 8_000
/** 16 MB segments of the write-ahead log that fit the file system. */
const MAX_SEGMENTS = 75
/** Milliseconds until the disk is full, and until the server accepts writes again. */
const TIMEOUT = 300_000

const MISSING = existsSync(join(ROOT, 'plugins/tags')) ? whyNoMount() : 'needs the plugin tags'

test.group('a full disk', (group) => {
  let mount: string
  let processes: MortalProcesses
  let token: string

  // A leftover mount would keep later runs from removing this folder.
  group.setup(() => {
    if (MISSING) return
    mount = makeTemporaryFolder()
    mountOn(mount)
    return () => {
      execFileSync('umount', ['--lazy', mount])
      rmSync(mount, { recursive: true })
    }
  })
  group.setup(async () => {
    if (MISSING) return () => {}
    const dataDir = join(mount, 'data')
    mkdirSync(dataDir, { mode: 0o755 })
    processes = await MortalProcesses.start({ DATA_DIR: dataDir })
    return () => processes.stop()
  })

  test('rejects writes, loses no acknowledged write, and recovers', async ({ assert, cleanup }) => {
    const made = ace(['accounts:create', 'ada', '--email=ada@example.org'], processes.environment)
    made.process.stdin?.end()
    token = /Token \w+/.exec((await made.ended).output)![0]
    noteSecrets('token', [token.split(' ')[1]!])

    const acknowledged: string[] = []
    const refusals = new Map<number, string>()
    let n = 0
    /** @returns status of one write, or 0 without a response */
    const write = async (): Promise<number> => {
      const name = `tag-${++n}`
      const { status, text } = await post('tags', {
        name,
        // Random, because PostgreSQL would compress it otherwise.
        description: randomBytes(BYTES / 2).toString('hex'),
      })
      if (status === 201) acknowledged.push(name)
      // A connection that ends under load without a response isn't a rejection.
      else if (status) refusals.set(status, text)
      return status
    }
    const writeFor = async (milliseconds: number) => {
      const end = Date.now() + milliseconds
      while (Date.now() < end) if ((await write()) !== 201) await sleep(100)
    }
    while ((await write()) !== 201 || acknowledged.length < 10) await sleep(20)
    refusals.clear()

    const ballast = join(mount, 'ballast')
    fill(ballast, 4_000_000)
    let deadline = Date.now() + TIMEOUT
    while (!refusals.size && Date.now() < deadline) await write()
    fill(join(mount, 'rest'), 0)
    await writeFor(FULL_FOR)
    assert.include(refusals.get(507), 'The database disk is full')
    // PostgreSQL restarts if its log can't grow; in the meantime, it is unreachable.
    const others = [...refusals].filter(([status]) => status !== 507)
    assert.includeMembers([503], [...new Set(others.map(([status]) => status))])
    for (const [, text] of others) assert.include(text, 'The database is unreachable')

    const elsewhere = makeTemporaryFolder()
    cleanup(() => rmSync(elsewhere, { recursive: true, force: true }))
    const file = join(elsewhere, 'full.zip')
    const backup = await ace(['backup:create', file], processes.environment).ended
    // PostgreSQL may need to write its catalog cache before it opens a session.
    if (backup.code !== 0)
      assert.match(
        backup.output,
        /could not write init file: No space left on device|the embedded PostgreSQL did not/
      )

    // PostgreSQL recovers from a full log for as long as old segments suffice.
    deadline = Date.now() + TIMEOUT
    while (!refusals.has(503) && Date.now() < deadline) {
      await exhaustLog()
      await writeFor(1000)
    }
    await writeFor(FULL_FOR)
    assert.includeMembers([503, 507], [...refusals.keys()])
    assert.include(refusals.get(503), 'The database is unreachable')

    rmSync(ballast)
    rmSync(join(mount, 'rest'))
    deadline = Date.now() + TIMEOUT
    while ((await write()) !== 201) {
      assert.isBelow(Date.now(), deadline, 'no writes accepted again')
      await sleep(200)
    }
    const saved = new Set((await processes.rows('SELECT name FROM user_tags')).map((r) => r.name))
    assert.deepEqual(
      acknowledged.filter((name) => !saved.has(name)),
      []
    )
  })
    .skip(Boolean(MISSING), MISSING)
    .timeout(TIMEOUT * 4)

  /** Uses up the existing segments of the write-ahead log. The next one stops PostgreSQL. */
  async function exhaustLog(): Promise<void> {
    const next = `SELECT pg_logical_emit_message(false, 'curia', repeat('x', 1000)), pg_switch_wal()`
    for (let segment = 0; segment < MAX_SEGMENTS; segment++) {
      if (!(await processes.rows(next).catch(() => undefined))) return
    }
    throw new Error('the log still had space')
  }

  async function post(path: string, body: object): Promise<{ status: number; text: string }> {
    try {
      const response = await fetch(processes.address(`/api/rest/v4/${path}/`), {
        method: 'POST',
        headers: { 'authorization': token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      return { status: 0, text: String(error) }
    }
  }
})

/** Mounts a file system of a known size on a folder. @throws if the system doesn't allow it */
function mountOn(folder: string): void {
  const options = `size=${SIZE},mode=755`
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
}

function whyNoMount(): string | undefined {
  const folder = makeTemporaryFolder()
  try {
    mountOn(folder)
    execFileSync('umount', [folder])
    return undefined
  } catch {
    return 'needs permission to mount a tmpfs'
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes a file until this many bytes are left on its file system. */
function fill(file: string, left: number): void {
  const output = openSync(file, 'a')
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(dirname(file))
      const bytes = Math.min(bavail * bsize - left, 1 << 24)
      if (bytes <= 0) return
      writeSync(output, Buffer.alloc(bytes))
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    fdatasyncSync(output)
    closeSync(output)
  }
}
