/**
 * Builds what changed since the last start, then runs a script of the build
 * in this process.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endWithParent, ensureRuntime } from './runtime.js'
import { buildIsFresh, withBuildLock } from './build_stamp.js'

const root = fileURLToPath(new URL('../', import.meta.url))

/** @param {string} script path below `build` */
export async function runBuild(script) {
  await ensureRuntime()

  process.env.NODE_ENV ??= 'production'
  // Settings and the data folder belong to the clone, not to its build.
  process.env.ENV_PATH ??= root

  if (process.env.npm_lifecycle_event) endWithParent()
  await ensureBuilt()
  await import(new URL(`../build/${script}`, import.meta.url).href)
}

/** Builds the sources unless the build matches them; ends the process when that fails. */
export async function ensureBuilt() {
  await withBuildLock(root, () => {
    if (buildIsFresh(root)) return
    console.log('curia: building (only when the sources changed) …')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['ace.js', 'build', '--tsconfig=bin/tsconfig.build.json'],
      { cwd: root, encoding: 'utf8' }
    )
    if (status !== 0) {
      console.error(`${stdout}\n${stderr}\ncuria: the build failed.`)
      process.exit(1)
    }
  })
}
