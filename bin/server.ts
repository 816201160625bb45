/**
 * Starts the HTTP server.
 */
import type { Server } from 'node:http'
import { createHttpServer, drain } from '../app/web/http_server.js'
import { createIgnitor, failStart } from './ignite.js'

const ignitor = createIgnitor().tap((app) => {
  // Hooks run in reverse order: this one before the framework waits for the connections to end.
  void app.ready(async () => {
    const server = (await app.container.make('server')).getNodeServer()
    app.terminating(() => drain(server as Server))
  })
})

await ignitor
  .httpServer()
  .start(createHttpServer)
  .catch(async (error) => {
    await failStart(error)
    await ignitor.terminate()
    process.exit(1)
  })
