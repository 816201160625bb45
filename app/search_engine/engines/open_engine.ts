/**
 * The search engines there are, by the value of the setting.
 */
import type { OpenEngine } from '../engine.js'

const ENGINES = {
  embedded: async () => (await import('./embedded/engine.js')).openEmbeddedEngine,
} satisfies Record<string, () => Promise<OpenEngine>>

export type EngineName = keyof typeof ENGINES

export async function openEngine(name: EngineName, options: Parameters<OpenEngine>[0]) {
  const open = await ENGINES[name]()
  return open(options)
}
