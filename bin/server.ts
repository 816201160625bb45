/**
 * Starts the HTTP server.
 */
import { createIgnitor, failStart } from './ignite.js'

const ignitor = createIgnitor()

await ignitor
  .httpServer()
  .start()
  .catch(async (error) => {
    await failStart(error)
    await ignitor.terminate()
    process.exit(1)
  })
