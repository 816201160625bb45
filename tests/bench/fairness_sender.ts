/**
 * Entry point of the thread that sends heavy requests, because building and reading
 * them costs CPU time.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { ThreadCalls } from '#app/support/thread_calls'
import { lowerThreadPriority } from '#app/support/start_thread'
import { heavyCases, type HeavyAccount } from './fairness_cases.js'

export interface SenderData {
  base: string
  /** A PDF of scanned pages. */
  scan: Uint8Array
}

lowerThreadPriority()
const { base, scan } = workerData as SenderData
const cases = heavyCases(Buffer.from(scan))
new ThreadCalls(parentPort!, { send })

/** @returns the status of the response */
async function send(place: number, account: HeavyAccount): Promise<number> {
  const { path, method = 'GET', headers, body, isPage, accepted = [], name } = cases[place]!
  const credentials: Record<string, string> = isPage
    ? { cookie: account.cookie }
    : { authorization: account.authorization }
  const response = await fetch(base + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...credentials },
    body: body?.(account),
  })
  const { status } = response
  if (status >= 400 && !accepted.includes(status))
    throw new Error(`${name}: ${status} ${(await response.text()).slice(0, 300)}`)
  for await (const chunk of response.body ?? []) void chunk
  return status
}
