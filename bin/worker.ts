/** Runs only background jobs. */
import type { ApplicationService } from '@adonisjs/core/types'
import { showStartSteps } from '#app/support/progress_display'
import { drain } from '../app/web/http_server.js'
import { createIgnitor, failStart, watchEventLoop } from './ignite.js'

showStartSteps()
const ignitor = createIgnitor().tap(watchEventLoop)

try {
  const app = ignitor.createApp('console')
  await app.init()
  await app.boot()
  await app.start(async () => {
    const { prepareArchive } = await import('#app/boot/prepare')
    await prepareArchive(app)
    const { startConsumers, startSearchConsumers, runJobs } = await import('#app/boot/background')
    await runJobs(app)
    await startConsumers(app)
    await startSearchConsumers(app)
  })
  const { isSupervised } = await import('#app/support/run_mode')
  const { reportReady } = await import('#app/boot/cluster/messages')
  if (!isSupervised()) {
    // A supervisor reads the counters of a supervised worker.
    await answerMonitoring(app)
    console.log('Curia worker is ready.')
  }
  reportReady()
} catch (error) {
  await failStart(error)
  await ignitor.terminate()
  process.exit(1)
}

async function answerMonitoring(app: ApplicationService): Promise<void> {
  const { settings } = await import('#start/env')
  if (settings.workerPort === null) return
  const { serveMonitoring } = await import('#app/boot/worker_monitoring')
  const { host, workerPort: port, metricsToken: token } = settings
  const server = await serveMonitoring({ host, port, token })
  app.terminating(() => {
    server.close()
    drain(server)
  })
}
