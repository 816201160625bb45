/** The TypeScript compiler, as a Node script. */
import { execFile } from 'node:child_process'
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

/**
 * Compiles files without output, with the libraries of browsers and strict checks.
 *
 * @param config path of the configuration to write
 * @param options further options of the compiler
 * @returns the compiler's messages; empty on success
 */
export function compileFiles(config: string, files: string[], options: object): Promise<string> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    lib: ['es2023', 'dom', 'dom.iterable'],
    ...options,
  }
  writeFileSync(config, JSON.stringify({ compilerOptions, files }))
  return new Promise((resolve) =>
    execFile(process.execPath, [COMPILER, '-p', config], (_error, stdout) => resolve(stdout))
  )
}
