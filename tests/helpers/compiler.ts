/** The TypeScript compiler, as a script of Node. */
import { join } from 'node:path'
import { ROOT } from './server_process.js'

/** Not `typescript`, which tools ask for its interface: that is a version before, and slow. */
export const COMPILER = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
