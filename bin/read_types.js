/**
 * Lets Node run the TypeScript sources: `node --import=./bin/read_types.js`.
 *
 * Compiles with in-thread module hooks (Node's documentation, "Customization hooks",
 * registerHooks) and caches the result. Processes and threads start in half the time they need
 * with `@poppinss/ts-exec`, which calls a separate thread for every import and compiles
 * everything again.
 */
import { hash as digest } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'

const require = createRequire(import.meta.url)
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const FOLDER = `${ROOT}node_modules/.cache/curia/`
/** The options of `@adonisjs/tsconfig`; keep them in sync with the compiler of the sources. */
const OPTIONS = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    target: 'esnext',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
    experimental: { keepImportAttributes: true },
  },
}
const BASIS = JSON.stringify([OPTIONS, require('@swc/core/package.json').version])

/** Folders by the beginning of imports from them: `#app/` is `app/`. */
const FOLDERS = Object.entries(require('../package.json').imports).map(([name, target]) => [
  name.slice(0, name.indexOf('*')),
  join(ROOT, target.slice(0, target.indexOf('*'))),
])

process.setSourceMapsEnabled(true)
registerHooks({ resolve, load })

/** Sources import each other by their compiled names: `./docket.js` is `./docket.ts`. */
function resolve(specifier, context, next) {
  // Otherwise, Node looks for the compiled file, fails, and looks again.
  const source = sourcePath(specifier, context.parentURL)
  if (source) return next(pathToFileURL(source).href, context)
  try {
    return next(specifier, context)
  } catch (error) {
    const isOurs = error.code === 'ERR_MODULE_NOT_FOUND' && error.url
    if (!isOurs || error.url.includes('/node_modules/')) throw error
    try {
      return next(error.url.replace(/\.js(?=$|\?)/, '.ts'), context)
    } catch {
      throw error
    }
  }
}

/** Path of the TypeScript source that another source imports, if there is one. */
function sourcePath(specifier, parent) {
  if (!parent?.startsWith('file:') || parent.includes('/node_modules/')) return undefined
  const path = importedPath(specifier, parent)
  return path && statSync(path, { throwIfNoEntry: false })?.isFile() ? path : undefined
}

function importedPath(specifier, parent) {
  if (/^\.\.?\/[^?#%\\]*\.js$/.test(specifier))
    return join(dirname(fileURLToPath(parent)), specifier.replace(/js$/, 'ts'))
  const [start, folder] = FOLDERS.find(([name]) => specifier.startsWith(name)) ?? []
  return folder && join(folder, `${specifier.slice(start.length)}.ts`)
}

function load(url, context, next) {
  const [address] = url.split('?')
  if (!address.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context)
  return { format: 'module', shortCircuit: true, source: compiled(fileURLToPath(address)) }
}

/**
 * Compiles a source. The result is cached by its path in the tree, which copies share, and a
 * hash of its content.
 *
 * @param {string} file
 * @returns {string}
 */
export function compiled(file) {
  const source = readFileSync(file, 'utf8')
  const mark = `/*${hash(BASIS + source)}*/`
  const kept = `${FOLDER}${hash(relative(ROOT, file))}.js`
  try {
    const text = readFileSync(kept, 'utf8')
    if (text.startsWith(mark)) return text
  } catch {
    // Not compiled yet.
  }
  const { code } = require('@swc/core').transformSync(source, { ...OPTIONS, filename: file })
  const text = mark + code
  keep(kept, text)
  return text
}

function keep(file, text) {
  const draft = `${file}.${process.pid}.${threadId}`
  try {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(draft, text)
    renameSync(draft, file)
  } catch {
    // In a read-only tree, sources are compiled at every start.
  }
}

function hash(text) {
  return digest('sha1', text)
}
