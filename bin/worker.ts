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
    await (await app.container.make('curia.jobs')).work()
    const { keepFollowers } = await import('#app/events/keep_followers')
    await keepFollowers(app)
    const { keepIndexes } = await import('#app/search/indexer/keep_indexes')
    await keepIndexes(app)
    const { keepEmbeddings } = await import('#app/boot/embeddings_provider')
    await keepEmbeddings(app)
  })
  console.log('Curia worker is ready.')
} catch (error) {
  await failStart(error)
  await ignitor.terminate()
  process.exit(1)
}
