/** The TypeScript compiler, as a Node script. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './server_process.js'

/** Not the package `typescript`, which tools use for its API: it is an older, slower version. */
export const COMPILER = join(ROOT, 'node_modules/@typescript/native/bin/tsc')

/** Build information of `npm run typecheck`, keyed by file contents. */
export const CHECKED = 'tmp/types.json'

/** Copies the build information to a copy of the sources, so that only differences are checked. */
export function shareTypes(root: string): void {
  if (!existsSync(join(ROOT, CHECKED))) return
  // The packages folder of a copy is a link to that of the sources.
  const packages = relative(join(root, CHECKED, '..'), join(ROOT, 'node_modules'))
  const known = readFileSync(join(ROOT, CHECKED), 'utf8')
  mkdirSync(join(root, CHECKED, '..'), { recursive: true })
  writeFileSync(join(root, CHECKED), known.replaceAll('"../node_modules/', `"${packages}/`))
}
