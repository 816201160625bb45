/**
 * Compares results of a search type with a fixture of `name type` lines. Types:
 * `str`, `int`, `bool`, `date`, `instant`, and lists of them (`int[]`). ` null` is
 * appended to nullable types. `list` is a list checked separately, and `meta` is
 * the object with that name.
 */
import app from '@adonisjs/core/services/app'
import type { Assert } from '@japa/assert'
import { PluginHost } from '#core/plugin_host'
import { Reader } from '#app/database/reader'
import { OpenDatabase } from '#app/database/connection'

const IS: Record<string, (value: unknown) => boolean> = {
  str: (value) => typeof value === 'string',
  int: (value) => Number.isSafeInteger(value),
  bool: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  list: Array.isArray,
  meta: (value) => Object.values(value as object).every((each) => IS.instant!(each)),
  instant: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value),
}

export type Shape = Record<string, string>

/** @param text lines of names and types */
export function parseShape(text: string): Shape {
  const lines = text.trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.trim().split(/ (.*)/s).slice(0, 2)))
}

/** Checks names, their alphabetical order, and the types of their values. */
export function assertShape(assert: Assert, object: Record<string, unknown>, shape: Shape): void {
  assert.deepEqual(Object.keys(object), Object.keys(shape).sort())
  for (const [name, type] of Object.entries(shape)) {
    const [base, nullable] = type.split(' ')
    const value = object[name]
    const fits =
      (value === null && nullable === 'null') ||
      (base!.endsWith('[]')
        ? Array.isArray(value) && value.every(IS[base!.slice(0, -2)]!)
        : IS[base!]!(value))
    assert.isTrue(fits, `${name} is ${JSON.stringify(value)} instead of ${type}`)
  }
}

type Shown = Record<string, any>

/** Results of a type for records of the sample archive. */
export async function loadSampleResults(
  code: string,
  part: 'hits' | 'children',
  keys: string
): Promise<Shown[]> {
  const { searchTypes } = await app.container.make(PluginHost)
  const reader = await app.container.make(Reader)
  const { results } = searchTypes.find((type) => type.code === code)!
  const rows = await reader.rows(keys, [])
  const sql = part === 'hits' ? results.hits : results.children!.sql
  const found = await reader.rows(sql, [rows.map(([key]) => key)])
  return found.map(([, json]) => JSON.parse(json!) as Shown)
}

/** An index of this installation. */
export async function indexNamed(name: string) {
  const { searchIndexes } = await app.container.make(PluginHost)
  return searchIndexes.find((index) => index.name === name)!
}

export async function getSearchType(code: string) {
  const { searchTypes } = await app.container.make(PluginHost)
  return searchTypes.find((type) => type.code === code)!
}

/** Documents of the sample archive by parent key. */
export async function sampleDocuments(name: string) {
  const { connection } = await app.container.make(OpenDatabase)
  const { ArchiveConnection } = await import('#app/search/indexer/archive_connection')
  const { DocumentLoader } = await import('#app/search/indexer/document_loader')
  const archive = await ArchiveConnection.open(connection)
  try {
    const loader = new DocumentLoader(await indexNamed(name), archive)
    const keys = await loader.nextParents(0, 10_000)
    const parents = await loader.parents(keys)
    const children = await archive.reading(async () => {
      const all = []
      for await (const portion of loader.streamChildren(keys)) all.push(...portion)
      return all
    })
    return { parents, children }
  } finally {
    await archive.close()
  }
}
