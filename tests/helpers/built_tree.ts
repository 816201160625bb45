/**
 * Copies of the sources with their build, for tests that start servers with other
 * plugins. A build takes twenty seconds of CPU time.
 */
import { cpSync, existsSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIsFresh, markBuilt } from '../../bin/build_stamp.js'
import { compiled } from '../../bin/read_types.js'
import { copyTree, ROOT } from './server_process.js'

/** Copies the sources, and their build unless it belongs to other sources. */
export function copyBuiltTree(folder: string): void {
  copyTree(folder)
  if (buildIsFresh(ROOT)) cpSync(join(ROOT, 'build'), join(folder, 'build'), { recursive: true })
}

/** Adds a plugin to a copy. */
export function addPlugin(root: string, name: string, from: string): void {
  cpSync(from, join(root, 'plugins', name), { recursive: true })
  if (!existsSync(join(root, 'build'))) return
  const built = join(root, 'build/plugins', name)
  cpSync(from, built, { recursive: true })
  for (const file of globSync('**/*.ts', { cwd: built }).map((path) => join(built, path))) {
    writeFileSync(file.replace(/ts$/, 'js'), compiled(file))
    rmSync(file)
  }
  markBuilt(root)
}

/** Removes a plugin from a copy. */
export function removePlugin(root: string, name: string): void {
  rmSync(join(root, 'plugins', name), { recursive: true })
  if (!existsSync(join(root, 'build'))) return
  rmSync(join(root, 'build/plugins', name), { recursive: true })
  markBuilt(root)
}
