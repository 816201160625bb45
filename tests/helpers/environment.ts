/** Data folder and port of a test process. Both are released when it exits. */
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that the database's system user can access. It may be in memory (bin/test_folder.js). */
export function makeTemporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'curia-test-'))
  chmodSync(folder, 0o755)
  return folder
}

/** The same on a disk, for tests that count disk writes. */
export function makeFolderOnDisk(): string {
  return makeTemporaryFolder(process.env.CURIA_TEST_DISK)
}

/** Below the ports that systems choose for connections, and without those that browsers block. */
const PORTS = { from: 12_000, to: 32_000 }

/**
 * A free port that no other process of the run gets, and no outgoing connection. A server may
 * listen on it minutes later.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (isReserved(port)) continue
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer()
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

/** Whether a process of the run has reserved the port; reserves it otherwise. */
function isReserved(port: number): boolean {
  const folder = process.env.CURIA_TEST_RECORDS
  if (!folder) return false
  mkdirSync(join(folder, 'ports'), { recursive: true })
  try {
    mkdirSync(join(folder, 'ports', String(port)))
    return false
  } catch {
    return true
  }
}

/**
 * URL of a running server that receives the requests of the tests instead of the
 * server inside the test process. It has the settings of this process, shares its
 * database (`TEST_DATABASE_URL`), trusts one proxy, and may enforce its limits.
 */
export const AIMED_AT = process.env.CURIA_TEST_SERVER

/**
 * Data folder with the sample archive, created once for all processes of a run
 * (bin/prepare_tests.ts).
 */
const PREPARED = process.env.CURIA_TEST_PREPARED

/** Settings of the test process. Must run before any module reads them. */
export async function prepareTestEnvironment(): Promise<void> {
  const folder = makeTemporaryFolder()
  // Keeps file owners, because the database files belong to the database's user.
  if (PREPARED) execFileSync('cp', ['-a', `${PREPARED}/.`, folder])
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  Object.assign(process.env, {
    DATA_DIR: folder,
    CURIA_TEST_RECORDS: process.env.CURIA_TEST_RECORDS ?? join(folder, 'records'),
    // Written to a file of the run: see tests/helpers/secrets.ts.
    LOG_LEVEL: 'trace',
    DATABASE_URL: process.env.TEST_DATABASE_URL ?? '',
  })
  if (AIMED_AT) {
    const { hostname: HOST, port: PORT } = new URL(AIMED_AT)
    Object.assign(process.env, { HOST, PORT })
    return
  }
  Object.assign(process.env, {
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    SAMPLE_ARCHIVE: process.env.CURIA_TEST_SAMPLE ?? 'on',
    RATE_LIMITS: 'off',
    DEMO: 'off',
    REDIS_URL: '',
    THROTTLE_STORE: '',
    STATEMENT_TIMEOUT: '2',
    EMBEDDINGS: process.env.CURIA_TEST_EMBEDDINGS ?? 'off',
    EMBEDDINGS_URL: '',
    APP_URL: '',
  })
}
