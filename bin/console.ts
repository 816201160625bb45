/** Runs an Ace command. */
import { createIgnitor, failStart } from './ignite.js'
import { CommandRefusal } from '../app/support/interrupted.js'
import { StartupError } from '../app/support/startup_error.js'

const ignitor = createIgnitor()

await ignitor
  .ace()
  .configure(async (app) => {
    const ace = await app.container.make('ace')
    const { errorHandler } = ace
    const render = errorHandler.render.bind(errorHandler)
    // Startup errors have the same message in commands as in the server.
    errorHandler.render = async (error, kernel) => {
      if (error instanceof CommandRefusal) return ace.ui.logger.error(error.message)
      return StartupError.from(error) ? failStart(error) : render(error, kernel)
    }
    // Ace rejects unknown flags, but ignores surplus arguments.
    ace.executing((command, isMain) => {
      const { commandName } = command
      const surplus = command['parsed']._
      if (isMain && surplus.length)
        throw new CommandRefusal(
          `unexpected argument "${surplus.join(' ')}"; see node ace help ${commandName}`
        )
    })
  })
  .handle(process.argv.splice(2))
  .catch(async (error) => {
    await failStart(error)
    await ignitor.terminate()
  })
