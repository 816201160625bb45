/**
 * Purchases of a request. The intent is committed before the court receives the request, and the
 * purchased file is kept on the disk until it is merged, so that nothing is bought twice.
 */
import { randomUUID } from 'node:crypto'
import type { Disk } from '@adonisjs/drive'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { stageFile } from '#app/storage/saved_file'
import AuditEntry from '#app/models/audit_entry'
import Account from '#app/models/account'
import { STATUS } from '../codes.js'
import FetchPurchase from '../models/fetch_purchase.js'
import type FetchRequest from '../models/fetch_request.js'
import { RegistryError } from '../registry_client/registry_error.js'
import type { BilledRequest, Cost } from '../registry_client/types.js'
import settings from '../settings.js'
import { FetchRefused, isAnswer, outcomeUnknown } from './refusals.js'

/** Disk folder for purchases that aren't merged yet. No public row refers to its files. */
export const BOUGHT = 'fetched'

export class Purchases {
  /** The purchase in progress. */
  #open: FetchPurchase | undefined

  constructor(
    private database: Database,
    private disk: Disk,
    readonly request: FetchRequest
  ) {}

  /**
   * Purchase of an earlier attempt that was not merged.
   *
   * @throws FetchRefused if the outcome of an earlier purchase is unknown
   */
  async earlier(): Promise<FetchPurchase | undefined> {
    const all = await FetchPurchase.of(this.request.id)
    if (all.some(({ dateAnswered }) => dateAnswered === null)) throw outcomeUnknown()
    return all.find(({ keptPath }) => keptPath !== '')
  }

  /** Records the intent to buy. @throws FetchRefused if the document exceeds the page limit */
  intend = async ({ court, what, expected, restricted = false }: BilledRequest): Promise<void> => {
    const { maxPages } = settings
    if (maxPages !== null && expected && expected.pages > maxPages)
      throw new FetchRefused(
        STATUS.failed,
        'too_many_pages',
        `This would cost ${expected.pages} pages ($${expected.dollars}); this server buys up to ${maxPages}.`
      )
    this.#open = await this.database.transaction(async (trx) => {
      if (restricted) await this.#noteRestricted(what, trx)
      return FetchPurchase.create(
        {
          fetchRequestId: this.request.id,
          courtId: court,
          what,
          expectedPages: expected?.pages ?? null,
          expectedCost: expected?.dollars ?? null,
          dateIntended: new Date(),
          restricted,
        },
        { client: trx }
      )
    })
  }

  /**
   * Records the response to the purchase in progress and keeps the file.
   *
   * @param source bytes, or path of a local file
   */
  async bought(source: Uint8Array | string, cost: Cost | null): Promise<FetchPurchase | undefined> {
    const purchase = this.#open
    if (!purchase) return undefined
    const name = randomUUID()
    const keptPath = `${BOUGHT}/${name.slice(0, 2)}/${name}`
    const staged = await stageFile(this.disk, keptPath, source)
    try {
      await staged.publish()
    } finally {
      await staged.discard()
    }
    this.#open = undefined
    return purchase.merge({ ...answered(cost ?? expectedOf(purchase)), keptPath }).save()
  }

  /**
   * Records that the court returned something other than the purchase.
   *
   * @throws FetchRefused if the outcome is unknown
   */
  async failed(error: unknown): Promise<void> {
    const purchase = this.#open
    if (!purchase) return
    if (!(error instanceof RegistryError) || !isAnswer(error)) throw outcomeUnknown()
    this.#open = undefined
    await purchase.merge(answered(error.cost)).save()
  }

  async #noteRestricted(what: string, client: TransactionClientContract): Promise<void> {
    const account = await Account.find(this.request.userId)
    const actor = { id: this.request.userId, name: account?.username ?? '' }
    await AuditEntry.record(client, actor, {
      action: 'fetch.restricted',
      subject: `fetch request ${this.request.id}: ${what}`,
    })
  }
}

function answered(cost: Cost | null) {
  return {
    dateAnswered: new Date(),
    pages: cost?.pages ?? null,
    cost: cost?.dollars ?? null,
    description: cost?.description ?? '',
  }
}

/** Cost on the receipt page, which precedes a document. */
function expectedOf({ expectedPages, expectedCost }: FetchPurchase): Cost | null {
  if (expectedPages === null) return null
  return { pages: expectedPages, dollars: expectedCost ?? '0.00', description: '' }
}
