/**
 * Runs background jobs, and nothing else.
 */
import { createIgnitor, failStart } from './ignite.js'

const ignitor = createIgnitor()

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
  if (isSupervised()) reportReady()
  else console.log('Curia worker is ready.')
} catch (error) {
  await failStart(error)
  await ignitor.terminate()
  process.exit(1)
}
