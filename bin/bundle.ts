/**
 * The production build: the sources as chunks of JavaScript, and the files they read.
 *
 * Types aren't checked (`npm run typecheck`), which takes ten times as long as the rest.
 */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import peggy from 'peggy'
import { rolldown, type Plugin } from 'rolldown'
import { markBuilt } from './build_stamp.js'
import { compressAssets } from './compress_assets.js'
import { createIgnitor } from './ignite.js'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const BUILD = join(ROOT, 'build')
/** In a folder that no tool reads, and on the same disk as the build. */
const DRAFT = join(ROOT, `tmp/build.${process.pid}`)
const FORMER = join(ROOT, `tmp/former_build.${process.pid}`)
/** Folders of builds that were killed. */
const LEFT_BEHIND = 'tmp/{build,former_build}.*'
/** Milliseconds after which a folder can't belong to a running build. */
const OLD = 60 * 60_000
const CHUNKS = 'chunks'
/** Names of the chunks of one build. */
const OWN_CHUNKS = `${CHUNKS}/.own`

const SOURCES = ['adonisrc.ts', '{app,bin,config,database,plugins,start}/**/*.ts']
const LEFT_OUT = ['**/*.d.ts', 'plugins/*/tests/**', 'plugins/*/database/factories/**', 'bin/*/**']

/** Modules that are loaded by their paths, so each keeps its own file. */
const ENTRIES = [
  'adonisrc.ts',
  'bin/{server,worker,console,release_database}.ts',
  'config/*.ts',
  'app/commands/*.ts',
  'plugins/*/{plugin,provider}.ts',
  '{database,plugins/*/database}/migrations/*.ts',
  // By bin/supervise.js.
  'app/support/watchdog/watchdog_data.ts',
  'app/boot/cluster/restart_delay.ts',
]
/** A module of a thread or task: `new URL('./search_thread', import.meta.url)`. */
const THREAD_MODULE = /new URL\(\s*'(\.[\w./]+)',\s*import\.meta\.url/g

const COPIED = ['package.json', 'package-lock.json']

/**
 * Replaces `build/` when the new build is complete.
 *
 * @throws the error of the compiler, with file and line
 */
export async function build(): Promise<void> {
  for (const path of globSync(LEFT_BEHIND, { cwd: ROOT }).map((name) => join(ROOT, name)))
    if (statSync(path).mtimeMs < Date.now() - OLD) remove(path)
  mkdirSync(DRAFT, { recursive: true })
  try {
    const chunks = await bundle()
    for (const file of await otherFiles()) copy(ROOT, file)
    compileGrammar()
    await compressAssets(DRAFT)
    keepFormerChunks()
    writeFileSync(join(DRAFT, OWN_CHUNKS), chunks.join('\n'))
    replaceBuild()
  } finally {
    remove(DRAFT)
    remove(FORMER)
  }
  markBuilt(ROOT)
}

/** Another build may do the same at this moment; the last one remains. */
function replaceBuild(): void {
  for (;;) {
    remove(FORMER)
    if (existsSync(BUILD)) renameSync(BUILD, FORMER)
    try {
      renameSync(DRAFT, BUILD)
      return
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code!)) throw error
    }
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** @returns names of the chunks */
async function bundle(): Promise<string[]> {
  const bundler = await rolldown({
    cwd: ROOT,
    platform: 'node',
    tsconfig: join(ROOT, 'tsconfig.json'),
    input: Object.fromEntries(entries().map((path) => [withoutExtension(path), join(ROOT, path)])),
    // Helpers of the compiler are part of the output.
    external: (id) => !/^[./#]/.test(id) && !id.startsWith('@oxc-project/runtime'),
    plugins: [ownImports, sourcePaths],
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await bundler.write({
    dir: DRAFT,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: `${CHUNKS}/[name]-[hash].js`,
    sourcemap: true,
    // The build is moved to its folder when it is complete.
    sourcemapPathTransform: (source, map) =>
      relative(dirname(join(BUILD, relative(DRAFT, map))), resolve(dirname(map), source)),
    // The framework reads names of classes.
    keepNames: true,
  })
  await bundler.close()
  return output.map(({ fileName }) => fileName).filter((name) => name.startsWith(CHUNKS))
}

function entries(): string[] {
  const sources = globSync(SOURCES, { cwd: ROOT, exclude: LEFT_OUT })
  const known = new Set(sources)
  const threads = sources.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(THREAD_MODULE)]
      .map(([, module]) => `${join(dirname(path), module!)}.ts`)
      .filter((module) => known.has(module))
  )
  return [...new Set([...globSync(ENTRIES, { cwd: ROOT }), ...threads])].sort()
}

const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  imports: Record<string, string>
}

/** Resolves `#app/…` to the sources: package.json has the paths of compiled files. */
const ownImports: Plugin = {
  name: 'own-imports',
  resolveId(id) {
    for (const [pattern, path] of Object.entries(imports)) {
      const prefix = pattern.replace('*', '')
      if (id.startsWith(prefix))
        return join(ROOT, path.replace('*', id.slice(prefix.length))).replace(/\.js$/, '.ts')
    }
    return null
  },
}

const PLACE = '__BUILD_FOLDER__'

/**
 * Keeps `import.meta.url` the path that a module would have without bundling, because modules
 * read files of their folder.
 */
const sourcePaths: Plugin = {
  name: 'source-paths',
  transform(code, id) {
    if (!id.startsWith(ROOT) || !code.includes('import.meta.url')) return null
    const path = `${withoutExtension(relative(ROOT, id))}.js`
    const url = `new URL("${PLACE}${path}", import.meta.url).href`
    return { code: code.replaceAll('import.meta.url', url), map: null }
  },
  renderChunk(code, { fileName }) {
    if (!code.includes(PLACE)) return null
    const depth = fileName.split('/').length - 1
    return { code: code.replaceAll(PLACE, '../'.repeat(depth) || './'), map: null }
  },
}

/** Files that are copied unchanged: those in adonisrc.ts, with those of plugins. */
async function otherFiles(): Promise<string[]> {
  const app = createIgnitor().createApp('console')
  await app.init()
  const patterns = app.rcFile.metaFiles.map(({ pattern }) => pattern)
  return [
    ...COPIED,
    ...globSync(patterns, { cwd: ROOT, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  ]
}

function copy(root: string, file: string): void {
  cpSync(join(root, file), join(DRAFT, file), { preserveTimestamps: true })
}

/** The query parser, which sources compile when they first need it. */
function compileGrammar(): void {
  const folder = join(DRAFT, 'app/search_engine/query')
  const grammar = readFileSync(join(folder, 'query.peggy'), 'utf8')
  writeFileSync(
    join(folder, 'query_parser.cjs'),
    peggy.generate(grammar, { output: 'source', format: 'commonjs' })
  )
}

/** Running processes still import chunks of the build that they started with. */
function keepFormerChunks(): void {
  const list = join(BUILD, OWN_CHUNKS)
  if (!existsSync(list)) return
  for (const name of readFileSync(list, 'utf8').split('\n'))
    if (!existsSync(join(DRAFT, name))) copy(BUILD, name)
}

function withoutExtension(path: string): string {
  return path.replace(/\.ts$/, '')
}
