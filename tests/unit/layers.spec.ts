/**
 * Imports between folders of app/ follow the order in app/layers.json, including
 * imports of types and dynamic imports.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from '@japa/runner'
import { loadPlugins } from '#core/plugin_loader'
import { importedBy, sources } from '#tests/helpers/import_graph'
import { ROOT } from '#tests/helpers/server_process'

const APP = join(ROOT, 'app')
const DESCRIBED: Record<string, string> = JSON.parse(readFileSync(join(APP, 'layers.json'), 'utf8'))
const LAYERS = Object.keys(DESCRIBED)

test.group('layers of app/', () => {
  const graph = new Map(['app', 'plugins'].flatMap(sources).map((file) => [file, importedBy(file)]))

  test('the order lists every folder', ({ assert }) => {
    const folders = [...graph.keys()]
      .filter((file) => file.startsWith(APP))
      .map((file) => relative(APP, file).split('/')[0]!)
    assert.sameMembers([...new Set(folders)], LAYERS)
  })

  test('the architecture page lists the folders in the same order', ({ assert }) => {
    const page = readFileSync(join(ROOT, 'resources/docs/architecture.md'), 'utf8')
    const rows = [...page.matchAll(/^- `app\/(\w+)`: (.+)$/gm)].map((row) => row.slice(1))
    assert.deepEqual(rows, Object.entries(DESCRIBED).toReversed())
  })

  test('each folder imports only from lower folders', ({ assert }) => {
    const upward = [...graph].flatMap(([file, imported]) =>
      imported
        .filter((other) => layerOf(other) > layerOf(file))
        .map((other) => `${relative(ROOT, file)} → ${relative(ROOT, other)}`)
    )
    assert.deepEqual(upward, [])
    assert.isAbove(graph.size, 100)
  })

  test('plugins import only public files of plugins they require', async ({ assert }) => {
    const requires = new Map(
      (await loadPlugins()).map((plugin) => [plugin.name, plugin.requires ?? []])
    )
    const inner = [...graph]
      .map(([file, imported]) => ({ file: relative(ROOT, file), imported }))
      .filter(({ file }) => /^plugins\/\w+\/(?!tests\/)/.test(file))
      .flatMap(({ file, imported }) => {
        const own = file.split('/')[1]!
        return imported
          .map((other) => relative(ROOT, other))
          .filter((other) => {
            const [top, plugin, ...rest] = other.split('/')
            if (top !== 'plugins' || plugin === own) return false
            return (
              !requires.get(own)?.includes(plugin!) ||
              !/^public(?:\/\w+)?\.ts$/.test(rest.join('/'))
            )
          })
          .map((other) => `${file} → ${other}`)
      })
    assert.deepEqual(inner, [])
    assert.isAbove(requires.size, 1)
  })

  test('only request handlers use responses', ({ assert }) => {
    const response = join(APP, 'support/api_error.ts')
    const importers = [...graph]
      .filter(([, imported]) => imported.includes(response))
      .map(([file]) => relative(ROOT, file))
    assert.deepEqual(importers.filter(isDomain), [])
    assert.include(importers, 'app/api/endpoint.ts')
    for (const planted of ['app/throttle/headers.ts', 'plugins/alerts/search_alerts/quota.ts'])
      assert.isTrue(isDomain(planted), planted)
  })

  test('imports have no cycles', ({ assert }) => {
    assert.deepEqual(
      cycles(graph).map((files) => files.map((file) => relative(ROOT, file))),
      []
    )
  })

  test('finds cycles', ({ assert }) => {
    const found = cycles(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b', 'd']],
        ['d', []],
      ])
    )
    assert.deepEqual(found, [['c', 'b']])
  })
})

/** Folders of `app/` and of plugins that handle requests and therefore throw responses. */
const HANDLES_REQUESTS =
  /^(app\/(api|names|web|console|exceptions)|plugins\/\w+\/(resources|endpoints|pages|http|tests))\//
/** Request handlers in other folders. */
const HANDLERS = [
  'plugins/oauth/provider/mount.ts',
  'plugins/oauth/provider/registration.ts',
  'app/support/error_response.ts',
  'plugins/search/answer.ts',
  'plugins/search/errors.ts',
]

/** Whether a file throws only domain errors. */
function isDomain(file: string): boolean {
  return !HANDLES_REQUESTS.test(file) && !HANDLERS.includes(file)
}

/** Place in the order; plugins are at the top. */
function layerOf(file: string): number {
  const [top, folder] = relative(ROOT, file).split('/')
  return top === 'app' ? LAYERS.indexOf(folder!) : LAYERS.length
}

/** Strongly connected components of more than one node (Tarjan 1972). */
function cycles(graph: Map<string, string[]>): string[][] {
  const found: string[][] = []
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const visit = (node: string): void => {
    numbers.set(node, numbers.size)
    lowest.set(node, numbers.get(node)!)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!numbers.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
    }
    if (lowest.get(node) !== numbers.get(node)) return
    const component = stack.splice(stack.indexOf(node)).toReversed()
    if (component.length > 1) found.push(component)
  }
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node)
  return found
}
