/**
 * Runs an ace command.
 */
import { createIgnitor, failStart } from './ignite.js'
import { StartupError } from '../app/support/startup_error.js'

const ignitor = createIgnitor()

await ignitor
  .ace()
  .configure(async (app) => {
    const { errorHandler } = await app.container.make('ace')
    const render = errorHandler.render.bind(errorHandler)
    // What stops the server stops a command with the same words.
    errorHandler.render = (error, kernel) =>
      StartupError.from(error) ? failStart(error) : render(error, kernel)
  })
  .handle(process.argv.splice(2))
  .catch(async (error) => {
    await failStart(error)
    await ignitor.terminate()
  })
