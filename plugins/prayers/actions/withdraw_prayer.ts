import type { FormWrite } from '#app/console/form_writes'
import Prayer from '../models/prayer.js'
import { WAITING } from '../statuses.js'

/** Withdraws the caller's request for a document, by the rules of the API; a granted one stays. */
export class WithdrawPrayer {
  async handle({ trx, writer, caller }: FormWrite, documentId: string): Promise<void> {
    const prayer = await Prayer.ofAccount(caller.account.id, documentId, { client: trx })
    if (prayer?.status !== WAITING) return
    await writer.destroy(trx, writer.registry.get('prayers'), String(prayer.id), { caller })
  }
}
