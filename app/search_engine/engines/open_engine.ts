/**
 * The available search engines, by the value of the setting.
 */
import type { OpenEngine } from '../engine.js'
import type { TypesenseOptions } from './typesense/engine.js'

export interface EngineOptions {
  /** The definition of the engine with this name. */
  typesense?: TypesenseOptions
}

const ENGINES = {
  embedded: async () => (await import('./embedded/engine.js')).openEmbeddedEngine,
  typesense: async ({ typesense }: EngineOptions) => {
    const { typesenseEngine } = await import('./typesense/engine.js')
    return typesenseEngine(typesense!)
  },
} satisfies Record<string, (options: EngineOptions) => Promise<OpenEngine>>

export type EngineName = keyof typeof ENGINES

export async function openEngine(
  name: EngineName,
  { typesense, ...options }: Parameters<OpenEngine>[0] & EngineOptions
) {
  const open = await ENGINES[name]({ typesense })
  return open(options)
}
