/**
 * `npm run worker`: runs the compiled worker.
 */
import { runBuild } from './run_build.js'

await runBuild('bin/worker.js')
