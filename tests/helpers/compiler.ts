/** The TypeScript compiler, as a script of Node. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './server_process.js'

/** Not `typescript`, which tools use for its API: that package is an older, slower version. */
export const COMPILER = join(ROOT, 'node_modules/@typescript/native/bin/tsc')

/** What `npm run typecheck` knows about the sources, by their contents. */
export const CHECKED = 'tmp/types.json'

/** Gives a copy of the sources what is known about them, so that only its differences are checked. */
export function shareTypes(root: string): void {
  if (!existsSync(join(ROOT, CHECKED))) return
  // The packages of a copy are a link to those of the sources.
  const packages = relative(join(root, CHECKED, '..'), join(ROOT, 'node_modules'))
  const known = readFileSync(join(ROOT, CHECKED), 'utf8')
  mkdirSync(join(root, CHECKED, '..'), { recursive: true })
  writeFileSync(join(root, CHECKED), known.replaceAll('"../node_modules/', `"${packages}/`))
}
