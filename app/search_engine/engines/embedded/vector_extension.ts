/** The vector functions of `sqlite-vec`, a prebuilt extension that is not there for every platform. */
import type { DatabaseSync } from 'node:sqlite'
import { createRequire } from 'node:module'
import { SemanticUnavailable } from '../../engine.js'

const loaded = new WeakSet<DatabaseSync>()

/** @throws SemanticUnavailable where the extension cannot be loaded */
export function loadVectors(connection: DatabaseSync): void {
  if (loaded.has(connection)) return
  try {
    const { getLoadablePath } = createRequire(import.meta.url)('sqlite-vec') as {
      getLoadablePath: () => string
    }
    connection.enableLoadExtension(true)
    connection.loadExtension(getLoadablePath())
    connection.enableLoadExtension(false)
  } catch (error) {
    throw new SemanticUnavailable(
      `Semantic search is not available on ${process.platform}-${process.arch}: the extension sqlite-vec cannot be loaded.`,
      { cause: error }
    )
  }
  loaded.add(connection)
}
