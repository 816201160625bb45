/** The fetch queue with simulated courts: the POST, job, row, and webhook. */
import { rmSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import type { Group } from '@japa/runner/core'
import { Jobs } from '#app/jobs/jobs'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { apiWrite } from '#tests/helpers/write_paths'
import { parseInThread } from '#plugins/federal_records/public/merging'
import { listDeliveries, makeEndpoint, type TestEndpoint } from '#plugins/webhooks/tests/endpoints'
import { LANE_JOB } from '../codes.js'
import FetchRequest from '../models/fetch_request.js'
import { MAX_RETRIES } from '../processing/outcome.js'
import { createRegistryClient } from '../registry_client/client.js'
import type { ParsePage } from '../registry_client/types.js'
import settings from '../settings.js'
import type { Simulator } from '#plugins/demo_courts/simulator/start_simulator'
import { BetweenCourts } from './between_courts.js'
import { useCourtSystem } from './use_court_system.js'
import { useSimulator } from '#plugins/demo_courts/tests/use_simulator'

export const LIST = '/api/rest/v4/archive-fetch/'
const PASSWORD = 'Simulated-1'

/** Parsed JSON response. */
export type Answer = Record<string, any>

export interface SimulatedQueue {
  simulator: Simulator
  between: BetweenCourts
  account: TestAccount
  endpoint: TestEndpoint
  /** Parser of court pages, which tests can replace. */
  parse: ParsePage
  /** Sends a POST with credentials of a simulated account. */
  post: (body: object) => Promise<{ status: number; body: Answer }>
  /** Sends an accepted POST. @returns the ID of the request */
  send: (body: object) => Promise<number>
  /** Runs the job until the request has ended, with immediate retries. */
  work: (id: number) => Promise<void>
  /** Reads the request as its owner. */
  read: (id: number, query?: string) => Promise<Answer>
  /** Runs `send`, `work`, and `read` with details. */
  fetch: (body: object) => Promise<Answer>
  /** Payloads of sent webhooks. */
  events: () => Promise<Answer[]>
  /** Creates a docket with a document of a court. */
  document: (values: { id: string; court?: string; caseId?: string | null }) => Promise<number>
  docket: (values: object) => Promise<OwnDocket>
  /** Removes all sessions, as a restart does. */
  restart: () => Promise<void>
}

/** A queue for a group of tests, with a separate account, sessions, and client per test. */
export function useSimulatedQueue(group: Group): SimulatedQueue {
  const use = useSimulator(group)
  const queue = {} as SimulatedQueue

  group.setup(async () => {
    queue.simulator = use.simulator
    queue.between = await BetweenCourts.before(use.simulator)
    return () => queue.between.close()
  })
  group.each.setup(async () => {
    const folder = makeTemporaryFolder()
    queue.parse = parseInThread
    const client = createRegistryClient({
      parse: (bytes, court) => queue.parse(bytes, court),
      connect: { host: '127.0.0.1', port: queue.between.port },
      proxy: null,
      maxPerCourt: 4,
      maxRequests: 8,
      interval: 0,
      folder,
    })
    const restores = [await useCourtSystem(client)]
    queue.restart = async () => void restores.unshift(await useCourtSystem(client))
    queue.account = await makeAccount()
    queue.endpoint = await makeEndpoint(queue.account.id, 'https://receiver.example/', {
      event_type: 3,
      version: 2,
    })
    const newest = await newestDocket()
    return async () => {
      queue.between.answers = []
      for (const restore of restores) restore()
      await client.close()
      await FetchRequest.query().where('userId', queue.account.id).delete()
      await removeDockets(newest)
      rmSync(folder, { recursive: true, force: true })
    }
  })

  queue.post = async (body) => {
    const credentials = { registry_username: 'simreader', registry_password: PASSWORD }
    const { status, text } = await apiWrite(queue.account, 'POST', LIST, {
      ...credentials,
      ...body,
    })()
    return { status, body: JSON.parse(text) }
  }
  queue.send = async (body) => {
    const made = await queue.post(body)
    if (made.status !== 201) throw new Error(JSON.stringify(made))
    return made.body.id
  }
  queue.work = async (id) => {
    const jobs = await app.container.make(Jobs)
    for (let attempt = 0; attempt <= MAX_RETRIES + 1; attempt++) {
      await jobs.runWaiting(LANE_JOB)
      const row = await FetchRequest.findOrFail(id)
      if (!row.isOpen) return
      await FetchRequest.query().where({ id }).update({ nextAttempt: null })
      const lane = { account: String(row.userId), court: row.askedCourtId! }
      await jobs.send(null, LANE_JOB, lane)
    }
    throw new Error(`request ${id} does not end`)
  }
  queue.read = async (id, query = '') => {
    const { text } = await apiWrite(queue.account, 'GET', `${LIST}${id}/${query}`)()
    return JSON.parse(text)
  }
  queue.fetch = async (body) => {
    const id = await queue.send(body)
    await queue.work(id)
    return queue.read(id, '?include=details')
  }
  queue.events = async () =>
    (await listDeliveries(queue.endpoint)).map(({ body }) => JSON.parse(body))
  queue.docket = (values) => makeDocket({ docket_number: '', ...values })
  queue.document = async ({ id, court = 'akd', caseId = null }) => {
    const docket = await queue.docket({ court_id: court, registry_case_id: caseId })
    return (await docket.addEntry('EXAMPLE', [{ registry_doc_id: id }])).documents[0]!
  }
  return queue
}

async function newestDocket(): Promise<number> {
  const database = await app.container.make('lucid.db')
  const [{ id }] = await database.from('dockets').max('id as id')
  return Number(id ?? 0)
}

/** Removes dockets created or fetched by a test. */
async function removeDockets(before: number): Promise<void> {
  const database = await app.container.make('lucid.db')
  await database.from('dockets').where('id', '>', before).delete()
}

/** Runs work with a maximum number of pages per fetch; null: no limit. */
export async function withMaxPages<T>(pages: number | null, work: () => Promise<T>): Promise<T> {
  const before = settings.maxPages
  settings.maxPages = pages
  try {
    return await work()
  } finally {
    settings.maxPages = before
  }
}
