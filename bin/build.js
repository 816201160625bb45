/**
 * `npm run build`: compiles the sources into `build/`.
 */
import { ensureRuntime } from './runtime.js'

await ensureRuntime()
await import('./read_types.js')
const { build } = await import('./bundle.js')
await build()
