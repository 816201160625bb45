/**
 * `npm run client -- <OpenAPI document> [folder]` builds and packs the TypeScript client
 * (`resources/clients/typescript`) with types from the document, which is a URL or a file. The
 * folder is `tmp/client` by default.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const SOURCES = join(ROOT, 'resources/clients/typescript')
const PACKAGES = join(ROOT, 'node_modules')

/**
 * Builds and packs the client.
 *
 * @param document URL or path of an OpenAPI document
 * @param folder for sources, build, and package; its contents are replaced
 * @returns path of the package
 * @throws Error with the output of a failed step
 */
export function buildClient(document: string, folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(SOURCES, folder, { recursive: true })
  // Node finds the dependencies of the sources next to them.
  cpSync(join(PACKAGES, 'openapi-fetch'), join(folder, 'node_modules/openapi-fetch'), {
    recursive: true,
  })
  cpSync(
    join(PACKAGES, 'openapi-typescript-helpers'),
    join(folder, 'node_modules/openapi-typescript-helpers'),
    { recursive: true }
  )
  const tool = (name: string, ...words: string[]) =>
    run(process.execPath, [join(PACKAGES, name), ...words], folder)
  tool('openapi-typescript/bin/cli.js', document, '--output', 'src/schema.ts')
  tool('@typescript/native/bin/tsc', '-p', '.')
  const packed = run('npm', ['pack', '--silent', '--offline'], folder)
  return join(folder, packed.trim().split('\n').at(-1)!)
}

function run(command: string, words: string[], folder: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd: folder,
    encoding: 'utf8',
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${[command, ...words].join(' ')} failed:\n${stdout}${stderr}`)
  return stdout
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [document, folder = 'tmp/client'] = process.argv.slice(2)
  if (!document) {
    console.error('Usage: npm run client -- <URL or path of an OpenAPI document> [folder]')
    process.exit(1)
  }
  console.log(buildClient(document, resolve(folder)))
}
