/** Threads of the engine, from the compiled sources or the typed ones. */
import { Worker, type Transferable } from 'node:worker_threads'

const IS_TYPED = import.meta.url.endsWith('.ts')
/** What reads typed sources is not handed on to threads by every process that uses it. */
const READS_TYPES = `--import=${new URL('../../../../bin/read_types.js', import.meta.url).href}`

/**
 * @param name of a module in this folder, without its ending
 * @param handedOver ports in the data
 */
export function startThread(
  name: string,
  workerData: unknown,
  handedOver: Transferable[] = []
): Worker {
  const entry = new URL(`./${name}.${IS_TYPED ? 'ts' : 'js'}`, import.meta.url)
  const isHandedOn = !IS_TYPED || process.execArgv.some((word) => word.endsWith('/read_types.js'))
  const execArgv = isHandedOn ? process.execArgv : [...process.execArgv, READS_TYPES]
  return new Worker(entry, { workerData, execArgv, transferList: handedOver })
}
