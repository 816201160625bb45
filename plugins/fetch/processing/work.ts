import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ApplicationService } from '@adonisjs/core/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { unavailable } from '#app/storage/disk_files'
import { Jobs } from '#app/jobs/jobs'
import { REMOVE_JOB } from '../job_names.js'
import type FetchPurchase from '../models/fetch_purchase.js'
import type FetchRequest from '../models/fetch_request.js'
import { fetchedFolder } from '../court_system.js'
import type { RegistrySession, RequestContext } from '../registry_client/types.js'
import { finishRequest, type Outcome } from './outcome.js'
import type { Purchases } from './purchases.js'

/** An attempt at a request. */
export interface Work {
  app: ApplicationService
  request: FetchRequest
  /** The court that is asked. */
  court: string
  purchases: Purchases
  context: RequestContext
  /** The session of the account. @throws FetchRefused when its time is up; RegistryError for a court that does not answer */
  session: () => Promise<RegistrySession>
  /** What is pending on the account, as its login said; empty for nothing. */
  notice: () => string
}

const DONE = 'Successfully completed fetch and save.'

/** What is said of a request whose result is stored. */
export function doneMessage({ notice }: Work): string {
  const pending = notice()
  return pending ? `${DONE} The court system says of your account: ${pending}` : DONE
}

/** Bytes of what was bought before. */
export async function readKept({ app }: Work, { keptPath }: FetchPurchase): Promise<Uint8Array> {
  const disk = (await app.container.make('drive.manager')).use()
  return buffer(await disk.getStream(keptPath).catch(unavailable))
}

/** Does work with a file of this machine: what was bought before, or just came. */
export async function withFile<T>(
  { app }: Work,
  source: FetchPurchase | string,
  act: (file: string) => Promise<T>
): Promise<T> {
  let file = source
  try {
    if (typeof file !== 'string') {
      const folder = fetchedFolder()
      await mkdir(folder, { recursive: true })
      const disk = (await app.container.make('drive.manager')).use()
      const stored = await disk.getStream(file.keptPath).catch(unavailable)
      file = join(folder, randomUUID())
      await pipeline(stored, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    }
    return await act(file)
  } finally {
    if (typeof file === 'string') await rm(file, { force: true })
  }
}

/** Ends a request in the transaction that stores its result; what was kept of a purchase goes. */
export async function finishStored(
  { app, request }: Work,
  trx: TransactionClientContract,
  outcome: Outcome,
  kept: FetchPurchase | undefined
): Promise<void> {
  await finishRequest(trx, request.id, outcome)
  if (!kept) return
  const { keptPath } = kept
  await kept.useTransaction(trx).merge({ keptPath: '' }).save()
  const jobs = await app.container.make(Jobs)
  await jobs.send(trx, REMOVE_JOB, { paths: [keptPath] })
}
