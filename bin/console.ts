/** Runs an Ace command. */
import { createIgnitor, failStart } from './ignite.js'
import { StartupError } from '../app/support/startup_error.js'

const ignitor = createIgnitor()

await ignitor
  .ace()
  .configure(async (app) => {
    const { errorHandler } = await app.container.make('ace')
    const render = errorHandler.render.bind(errorHandler)
    // Startup errors have the same message in commands as in the server.
    errorHandler.render = (error, kernel) =>
      StartupError.from(error) ? failStart(error) : render(error, kernel)
  })
  .handle(process.argv.splice(2))
  .catch(async (error) => {
    await failStart(error)
    await ignitor.terminate()
  })
