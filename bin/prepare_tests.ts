/**
 * Creates the data folder that the test processes of a run start with: a database with the
 * current schema and the sample archive. Creating it takes ten seconds of CPU time; copying it
 * takes less than one.
 *
 * Usage: node --import=./bin/read_types.js bin/prepare_tests.ts <folder>
 */
process.env.NODE_ENV = 'test'

import { renameSync } from 'node:fs'
import { createIgnitor, failStart } from './ignite.js'
import { prepareTestEnvironment } from '../tests/helpers/environment.js'
import { logToFile } from '../tests/helpers/log_capture.js'

await prepareTestEnvironment()

const ignitor = createIgnitor().tap(logToFile)
await ignitor
  .testRunner()
  .run(async () => {})
  .catch(async (error) => {
    await failStart(error)
    process.exitCode = 1
  })
await ignitor.terminate()
if (!process.exitCode) renameSync(process.env.DATA_DIR!, process.argv[2]!)
process.exit()
