/**
 * Simulated courts with the benchmark's cases in a separate process. Arguments: response delay in
 * milliseconds and number of cases. Prints the port and ends with its standard input.
 */
import { startSimulator } from '#plugins/demo_courts/simulator/start_simulator'
import { benchCase } from './bench_cases.js'

const [delay, cases] = process.argv.slice(2).map(Number)
const courts = await startSimulator({ delay })
for (let n = 0; n < cases!; n++) courts.addCase(benchCase(n))
console.log(courts.port)
process.stdin.resume().once('end', () => process.exit(0))
