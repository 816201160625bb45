/**
 * `npm run cluster`: starts the cluster of tests/helpers/cluster.ts, prints how to
 * run tests against it, and runs until it is interrupted.
 */
import { createIgnitor } from '../../bin/ignite.js'
import { prepareTestEnvironment } from '../helpers/environment.js'

await prepareTestEnvironment()
// Modules that create tokens require an application, which connects to nothing.
await createIgnitor().createApp('console').init()
const { Cluster } = await import('#tests/helpers/cluster')
const { aimedAt } = await import('#tests/helpers/run_aimed')

// Stays registered: a signal during startup or shutdown would leave its processes running.
const stopped = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, resolve)
})
const cluster = await Cluster.start()
console.log(`Curia runs at ${cluster.web.url('/')}. To run tests against it:\n`)
for (const [name, value] of Object.entries(aimedAt(cluster)))
  console.log(`export ${name}='${value}'`)
console.log(`\nnode --import=./bin/read_types.js bin/test.ts contract --files=contract_file`)
await stopped
await cluster.close()
process.exit()
