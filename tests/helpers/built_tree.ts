/** Copies of the sources with their build, for tests that start servers with other plugins. */
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIsFresh, markBuilt } from '../../bin/build_stamp.js'
import { copyTree, ROOT } from './server_process.js'

/** Copies the sources, and their build unless it belongs to other sources. */
export function copyBuiltTree(folder: string): void {
  copyTree(folder)
  if (buildIsFresh(ROOT)) cpSync(join(ROOT, 'build'), join(folder, 'build'), { recursive: true })
}

/** Removes a plugin from a copy. */
export function removePlugin(root: string, name: string): void {
  rmSync(join(root, 'plugins', name), { recursive: true })
  if (!existsSync(join(root, 'build'))) return
  rmSync(join(root, 'build/plugins', name), { recursive: true })
  markBuilt(root)
}
