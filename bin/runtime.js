/**
 * Curia needs Node 24. The binary is in the locked optional dependency
 * `node-<platform>-<arch>`. A machine's older Node only runs this file, which
 * restarts under the bundled Node.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = 24
/** Signals that end a process; a supervisor forwards them. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const PACKAGES = fileURLToPath(new URL('../node_modules', import.meta.url))

/**
 * Path of the bundled Node binary, or undefined if it isn't installed.
 *
 * @returns {string | undefined}
 */
export function bundledNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const require = createRequire(import.meta.url)
  try {
    const folder = dirname(require.resolve(`node-${platform}-${process.arch}/package.json`))
    const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(binary) ? binary : undefined
  } catch {
    return undefined
  }
}

/**
 * The Node binary that runs Curia: the current one if it is new enough, otherwise the bundled
 * one. If neither is available, the process ends with a message.
 *
 * @returns {string} path of the binary
 */
export function suitableNode() {
  if (isSuitable()) return process.execPath
  const node = bundledNode()
  if (node) return node
  console.error(
    `Curia needs Node ${NEEDED} or later; this is ${process.version} and no bundled Node is ` +
      `installed for ${process.platform}-${process.arch}. Run "npm ci" with optional packages, or install Node ${NEEDED}.`
  )
  return process.exit(1)
}

/** Whether this process runs on a Node version that is new enough. */
export function isSuitable() {
  return Number(process.versions.node.split('.')[0]) >= NEEDED
}

/**
 * Makes sure that the calling script runs on Node 24 or later. Otherwise, restarts the script
 * under the bundled Node and never returns: the process ends with the exit code of that child.
 *
 * @returns {Promise<void>}
 */
export async function ensureRuntime() {
  keepBytecode()
  if (isSuitable()) return

  const child = spawn(suitableNode(), [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
  })
  // The child may also receive it from the terminal or process group, and stops only once.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) endWithParent()
  const code = await new Promise((resolve) => child.once('exit', (status) => resolve(status ?? 1)))
  process.exit(code)
}

/**
 * Caches modules loaded from here on as bytecode, including those of threads and child
 * processes, which reduces the CPU time of a start by about a tenth. See "Module compile cache"
 * in Node's documentation. Has no effect in a read-only folder.
 */
export function keepBytecode() {
  if (!existsSync(PACKAGES)) return
  process.env.NODE_COMPILE_CACHE ??= join(PACKAGES, '.cache/curia/bytecode')
  if (isSuitable()) module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
/**
 * Ends this process when its parent has exited, because npm can't forward a `kill -9`. Other
 * signals reach this process because scripts in package.json begin with `exec`: a shell in
 * between would not forward them (cmd.exe has no `exec` and runs the command after `||`).
 */
export function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
