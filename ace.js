/**
 * Entry point of the ace commands: `node ace <command>`. From a built tree
 * (`build/`) it runs the compiled console, from the sources the typed one.
 */
import { existsSync } from 'node:fs'
import { ensureRuntime } from './bin/runtime.js'

await ensureRuntime()

if (existsSync(new URL('./bin/console.ts', import.meta.url))) {
  await import('./bin/read_types.js')
}
await import('./bin/console.js')
