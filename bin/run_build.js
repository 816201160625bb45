/**
 * Builds what changed since the last start, then runs a script from the build.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { url as inspectorUrl } from 'node:inspector'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as util from 'node:util'
import { endWithParent, isSuitable, keepBytecode, SIGNALS, suitableNode } from './runtime.js'
import { buildIsFresh, withBuildLock } from './build_stamp.js'
import { getExitCode, supervise } from './supervise.js'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Runs a script under the supervision of this process. A script that supervises its own
 * processes, or is being debugged, runs in this process.
 *
 * @param {string} script path below `build`
 */
export async function runBuild(script) {
  const node = suitableNode()
  keepBytecode()

  process.env.NODE_ENV ??= 'production'
  // Settings and the data folder belong to the clone, not to its build.
  process.env.ENV_PATH ??= root

  if (process.env.npm_lifecycle_event) endWithParent()
  await ensureBuilt()
  const path = join(root, 'build', script)
  const isOwn = script === 'bin/server.js' && processesOfSettings() > 1
  if (isSuitable() && (isOwn || inspectorUrl())) {
    await import(new URL(`../build/${script}`, import.meta.url).href)
    return
  }
  process.exit(await supervise({ node, root, words: [path, ...process.argv.slice(2)] }))
}

/** Number of web processes. A wrong guess only costs an unnecessary supervisor process. */
function processesOfSettings() {
  const file = join(process.env.ENV_PATH, '.env')
  // Node 20.12 and later.
  const kept = existsSync(file) ? util.parseEnv?.(readFileSync(file, 'utf8')).WORKERS : undefined
  const count = process.env.WORKERS ?? kept
  if (count) return Number(count)
  return process.argv.includes('--cluster') ? availableParallelism() : 1
}

/**
 * Builds the sources unless the build matches them, and ends the process if that fails. A
 * signal ends the compiler and then the process.
 */
export async function ensureBuilt() {
  const code = await withBuildLock(root, async () => {
    if (buildIsFresh(root)) return 0
    process.stdout.write('curia: building (only when the sources changed) … ')
    const began = performance.now()
    const end = await compile()
    console.log(`${((performance.now() - began) / 1000).toFixed(1)} s`)
    if (end.signal) return getExitCode(end)
    if (end.code !== 0) {
      console.error(`${end.output}\ncuria: the build failed.`)
      return 1
    }
    return 0
  })
  if (code !== 0) process.exit(code)
}

/** @returns {Promise<{ code: number | null, signal?: string, output: string }>} */
async function compile() {
  let compiler
  let received
  const end = (signal) => {
    received ??= signal
    killGroup(compiler)
  }
  // Before the compiler runs: a signal that isn't handled yet would leave it running.
  for (const signal of SIGNALS) process.on(signal, end)
  // In a separate process group: a signal to the compiler alone would leave its children
  // running.
  compiler = spawn(suitableNode(), ['bin/build.js'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [compiler.stdout, compiler.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const code = await new Promise((resolve) => {
    compiler.once('error', ({ message }) => {
      output += message
      resolve(1)
    })
    compiler.once('close', resolve)
  })
  for (const signal of SIGNALS) process.off(signal, end)
  return { code, signal: received, output }
}

function killGroup({ pid }) {
  try {
    // Its output is incomplete in any case and will be rebuilt.
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}
