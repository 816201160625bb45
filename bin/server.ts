/**
 * Starts the HTTP server.
 */
import { createHttpServer } from '../app/web/http_server.js'
import { createIgnitor, failStart } from './ignite.js'

const ignitor = createIgnitor()

await ignitor
  .httpServer()
  .start(createHttpServer)
  .catch(async (error) => {
    await failStart(error)
    await ignitor.terminate()
    process.exit(1)
  })
