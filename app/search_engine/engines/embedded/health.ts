/** The engine's data on the console's health page. */
import { DatabaseSync } from 'node:sqlite'
import { IndexDamaged, IndexMissing, type EngineHealth, type IndexHealth } from '../../engine.js'
import { asDamage, openToRead } from './index_database.js'
import type { IndexFiles } from './index_files.js'
import type { IndexLayout } from './layout.js'

export function buildEngineHealth(layouts: IndexLayout[], files: IndexFiles[]): EngineHealth {
  return {
    engine: 'embedded',
    version: `SQLite ${sqliteVersion()}`,
    indexes: layouts.map((layout, at) => indexHealth(layout, files[at]!)),
  }
}

function indexHealth(layout: IndexLayout, files: IndexFiles): IndexHealth {
  const live = files.liveFile()
  const state: IndexHealth = {
    index: layout.name,
    documents: 0,
    chunks: 0,
    bytes: files.bytes(),
    checkpoint: null,
    rebuilding: files.isRebuilding(),
    damaged: files.readFileDamage(live),
  }
  if (state.damaged !== null) return state
  try {
    const database = openToRead(live.path, layout)
    try {
      const checkpoint = database.about('checkpoint')
      return {
        ...state,
        documents: Number(database.about('rows') ?? 0),
        chunks: Number(database.about('chunks') ?? 0),
        checkpoint: checkpoint === null ? null : String(checkpoint),
      }
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof IndexMissing) return state
    const problem = asDamage(error, layout.name)
    if (!(problem instanceof IndexDamaged)) throw error
    files.noteDamage(live, problem.reason)
    return { ...state, damaged: problem.reason }
  }
}

function sqliteVersion(): string {
  const memory = new DatabaseSync(':memory:')
  try {
    return String(memory.prepare('SELECT sqlite_version() AS version').get()!.version)
  } finally {
    memory.close()
  }
}
