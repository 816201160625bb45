/** The servers under load, each in a separate process. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { ticksInSecond } from '#tests/helpers/process_use'
import { ServerProcess } from '#tests/helpers/server_process'
import type { FloorStatement } from './floor.js'

export interface Running {
  port: number
  pid: number
  stop: () => Promise<void>
}

export async function startFloor(
  folder: string,
  connection: pg.ClientConfig,
  statements: Record<string, FloorStatement>
): Promise<Running> {
  const plan = join(folder, 'floor.json')
  writeFileSync(plan, JSON.stringify({ connection, statements }), { mode: 0o600 })
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import=./bin/read_types.js', 'tests/bench/floor.ts', plan],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    }
  )
  const port = await new Promise<number>((resolve) =>
    child.stdout!.once('data', (text) => resolve(Number(text)))
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    port,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export async function startCuria(
  dataDir: string,
  settings: NodeJS.ProcessEnv = {}
): Promise<Running> {
  return runningOf(await ServerProcess.start({ ...settingsFor(dataDir), ...settings }))
}

/** @param beside the web process it works for */
export async function startWorker(
  dataDir: string,
  beside: Running,
  settings: NodeJS.ProcessEnv = {}
): Promise<Running> {
  const own = { ...settingsFor(dataDir), PORT: `${beside.port}` }
  return runningOf(await ServerProcess.startWorker({ ...own, ...settings }))
}

const settingsFor = (dataDir: string) => ({
  DATA_DIR: dataDir,
  SAMPLE_ARCHIVE: 'off',
  DEMO: 'off',
})

function runningOf(server: ServerProcess): Running {
  return {
    port: server.port,
    pid: server.pid,
    stop: async () => {
      await server.kill('SIGTERM')
    },
  }
}

/** Runs an Ace command in the data folder of a running server. Returns its output. */
export function runAce(dataDir: string, ...command: string[]): string {
  return execFileSync(process.execPath, ['ace.js', ...command], {
    env: { ...process.env, DATA_DIR: dataDir },
    input: '\n',
    encoding: 'utf8',
  })
}

/**
 * Creates an account in the data folder of a running server, optionally with a
 * membership. Returns the Authorization header of its token.
 */
export function makeToken(dataDir: string, level?: string): string {
  const name = `bench-${Date.now()}`
  const output = runAce(dataDir, 'accounts:create', name)
  if (level) runAce(dataDir, 'accounts:membership', name, level)
  return /Authorization: (Token \w+)/.exec(output)![1]!
}

/** Resident memory of a process in megabytes. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) / 1024
}

/** CPU time of a process, including its threads. */
export function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return (ticks * 1e6) / ticksInSecond()
}
