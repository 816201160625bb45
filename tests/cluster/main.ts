/**
 * `npm run cluster`: starts the cluster of tests/helpers/cluster.ts, prints
 * how to aim tests at it, and runs until it is interrupted.
 */
import { createIgnitor } from '../../bin/ignite.js'
import { prepareTestEnvironment } from '../helpers/environment.js'

await prepareTestEnvironment()
// Modules that make tokens belong to an application; it opens nothing.
await createIgnitor().createApp('console').init()
const { Cluster } = await import('#tests/helpers/cluster')
const { aimedAt } = await import('#tests/helpers/run_aimed')

// Kept to the end: a signal while it starts or closes would leave its processes running.
const stopped = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, resolve)
})
const cluster = await Cluster.start()
console.log(`Curia answers at ${cluster.web.url('/')}. To aim tests at it:\n`)
for (const [name, value] of Object.entries(aimedAt(cluster)))
  console.log(`export ${name}='${value}'`)
console.log(`\nnode --import=./bin/read_types.js bin/test.ts contract --files=contract_file`)
await stopped
await cluster.close()
process.exit()
