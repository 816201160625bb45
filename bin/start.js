/**
 * `npm start`: runs the compiled server.
 */
import { runBuild } from './run_build.js'

await runBuild('bin/server.js')
