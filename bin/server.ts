/**
 * Starts the HTTP server or, with `WORKERS`, the processes that share its port.
 */
import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { RETIRE } from '../app/boot/cluster/messages.js'
import { showStartSteps } from '#app/support/progress_display'
import { createHttpServer, drain, retire } from '../app/web/http_server.js'
import { createIgnitor, failStart, watchEventLoop } from './ignite.js'

/** `npm run start:cluster`: one process per processor by default. */
const IS_CLUSTER = process.argv.includes('--cluster')

showStartSteps()
if (cluster.isPrimary) await superviseOrServe()
else await serve()

async function superviseOrServe(): Promise<void> {
  try {
    const { default: env, settings } = await import('#start/env')
    await checkPort(settings)
    const web = env.get('WORKERS') ?? (IS_CLUSTER ? availableParallelism() : 1)
    // Under `npm run dev`, another process supervises this one.
    if (web > 1 && process.env.NODE_ENV !== 'development') {
      const { supervise } = await import('#app/boot/cluster/supervise')
      process.exit(
        await supervise(web, { web: scriptOf('server'), background: scriptOf('worker') })
      )
    }
  } catch (error) {
    await failStart(error)
    process.exit(1)
  }
  await serve()
}

/**
 * Checks whether the port can be used, before a first start spends half a minute on its
 * database.
 *
 * @throws the system error if it can't
 */
async function checkPort({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer().listen({ host, port, exclusive: true })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** This script or another one in its folder, compiled or not. */
function scriptOf(name: string): string {
  const own = fileURLToPath(import.meta.url)
  return own.replace(/server(\.\w+)$/, `${name}$1`)
}

async function serve(): Promise<void> {
  const ignitor = createIgnitor().tap((app) => {
    watchEventLoop(app)
    // Hooks run in reverse order, so this one runs before the framework waits for the
    // connections to end.
    void app.ready(async () => {
      const server = (await app.container.make('server')).getNodeServer() as Server
      app.terminating(() => drain(server))
      process.on('message', (message) => {
        if (message === RETIRE) void retire(server).then(() => process.kill(process.pid, 'SIGTERM'))
      })
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
}
