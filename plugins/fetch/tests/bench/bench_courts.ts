/**
 * Simulated courts with cases of the bench, in a process of their own. Arguments: milliseconds
 * before each answer, and how many cases. Prints its port; ends with its standard input.
 */
import { startSimulator } from '#plugins/demo_courts/simulator/start_simulator'
import { benchCase } from './bench_cases.js'

const [delay, cases] = process.argv.slice(2).map(Number)
const courts = await startSimulator({ delay })
for (let n = 0; n < cases!; n++) courts.addCase(benchCase(n))
console.log(courts.port)
process.stdin.resume().once('end', () => process.exit(0))
