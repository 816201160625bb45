/**
 * Runs an ace command.
 */
import { createIgnitor, failStart } from './ignite.js'

const ignitor = createIgnitor()

await ignitor
  .ace()
  .handle(process.argv.splice(2))
  .catch(async (error) => {
    await failStart(error)
    await ignitor.terminate()
  })
