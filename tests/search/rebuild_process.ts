/**
 * A separate process that rebuilds an index and commits after every few parents.
 * Arguments: the index name, and the number of parents at which it pauses to be
 * killed. Prints its progress.
 */
import { createIgnitor } from '../../bin/ignite.js'
import { ArchiveConnection } from '#app/search/indexer/archive_connection'
import { rebuildIndex } from '#app/search/indexer/rebuild'
import { Indexer } from '#app/search/indexer/indexer'

const [name, stop] = process.argv.slice(2)
const app = createIgnitor().createApp('console')
await app.init()
await app.boot()
await app.start(async () => {
  const { prepareArchive } = await import('#app/boot/prepare')
  await prepareArchive(app)
})
const { services } = await app.container.make(Indexer)
const connection = await ArchiveConnection.open(services.connection)
await rebuildIndex({
  ...services,
  connection,
  index: services.indexes.find((index) => index.name === name)!,
  signal: new AbortController().signal,
  steps: { parents: 5, milliseconds: 0 },
  reporter: {
    started: (_index, _parents, resumedAt) => console.log(`after ${resumedAt}`),
    progress: (parents) => {
      console.log(`at ${parents}`)
      if (parents >= Number(stop)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    },
    catchingUp: () => console.log('catching up'),
    waiting: (reason) => console.log(reason),
  },
})
await connection.close()
await app.terminate()
