import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import type { Jobs } from '#app/jobs/jobs'
import AuditEntry from '#app/models/audit_entry'
import { OPEN, STATUS, LANE_JOB } from '../codes.js'
import FetchRequest from '../models/fetch_request.js'
import PausedCourt, { PAUSED_MESSAGE } from '../models/paused_court.js'

/** Pauses or resumes fetching from a court. Queued requests stay queued. */
export class PauseCourt {
  constructor(readonly jobs: Jobs) {}

  /** @returns false if nothing changed */
  async handle(
    trx: TransactionClientContract,
    actor: Actor,
    court: string,
    { paused, reason = '' }: { paused: boolean; reason?: string }
  ): Promise<boolean> {
    const known = await PausedCourt.query({ client: trx }).where('courtId', court).first()
    if (!!known === paused) return false
    if (paused) await PausedCourt.create({ courtId: court, reason }, { client: trx })
    else await known!.delete()
    await AuditEntry.record(trx, actor, {
      action: paused ? 'fetch.pause' : 'fetch.resume',
      subject: `court ${court}`,
      ...(paused ? { after: { reason } } : {}),
    })
    // Update the message of queued requests.
    await FetchRequest.query({ client: trx })
      .where({ askedCourtId: court, status: STATUS.queued, message: paused ? '' : PAUSED_MESSAGE })
      .update({ message: paused ? PAUSED_MESSAGE : '' })
    if (!paused) await this.#resume(trx, court)
    return true
  }

  async #resume(trx: TransactionClientContract, court: string): Promise<void> {
    const queued = await trx
      .from('fetch_requests')
      .where('asked_court_id', court)
      .whereIn('status', [...OPEN])
      .distinct('user_id')
    for (const { user_id: account } of queued)
      await this.jobs.send(trx, LANE_JOB, { account: String(account), court })
  }
}
