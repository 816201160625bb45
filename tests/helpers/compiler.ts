/** Path of the TypeScript compiler, as a Node script. */
import { join } from 'node:path'
import { ROOT } from './server_process.js'

/** Not `typescript`, which tools use for its API: that package is an older, slower version. */
export const COMPILER = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
