/**
 * Runs the Japa suites named on the command line, against their own temporary
 * database.
 */
process.env.NODE_ENV = 'test'

import { configure, processCLIArgs, run } from '@japa/runner'
import { createIgnitor, failStart } from './ignite.js'
import { prepareTestEnvironment } from '../tests/helpers/environment.js'
import { logToFile } from '../tests/helpers/log_capture.js'

await prepareTestEnvironment()

const ignitor = createIgnitor().tap(logToFile)

await ignitor
  .testRunner()
  .configure(async (app) => {
    const { runnerHooks, ...config } = await import('../tests/bootstrap.js')
    processCLIArgs(process.argv.splice(2))
    configure({
      ...app.rcFile.tests,
      ...config,
      setup: runnerHooks.setup,
      teardown: runnerHooks.teardown.concat([() => app.terminate()]),
    })
  })
  .run(() => run())
  .catch(async (error) => {
    await failStart(error)
    // The database of the tests would keep the process alive.
    await ignitor.terminate()
    process.exit(1)
  })
