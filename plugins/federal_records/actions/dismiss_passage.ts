import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import AuditEntry from '#app/models/audit_entry'
import { QUEUES } from '../pdf/codes.js'
import type { Jobs } from '#app/jobs/jobs'
import UnreadGroup, { kindLabel } from '../models/unread_group.js'
import UnreadPage from '../models/unread_page.js'
import UnreadPassage from '../models/unread_passage.js'

/**
 * Dismisses a passage that staff found irrelevant. Pages of the court and kind with the same text,
 * apart from numbers and dates, no longer count it as unread.
 */
export class DismissPassage {
  constructor(readonly jobs: Pick<Jobs, 'send'>) {}

  /** @returns false for an unknown passage, and for one that is already dismissed */
  async handle(
    trx: TransactionClientContract,
    actor: Actor,
    { courtId, kind, passage: id }: { courtId: string; kind: string; passage: number }
  ): Promise<boolean> {
    const group = await UnreadGroup.query({ client: trx })
      .where({ courtId, kind })
      .forUpdate()
      .first()
    const passage = await UnreadPassage.query({ client: trx })
      .where({ id, groupId: group?.id ?? 0, isDismissed: false })
      .first()
    if (!group || !passage) return false
    const { text, place } = passage
    await passage
      .merge({ isDismissed: true, text: '', place: '', pageId: null, lastSeen: new Date() })
      .save()
    await UnreadPassage.removeOldest(trx, group.id, 'dismissed')
    const paths = await UnreadPage.releaseOld(trx, group.id)
    if (paths.length) await this.jobs.send(trx, QUEUES.remove, { paths })
    await UnreadGroup.summarize(trx, [group.id])
    await AuditEntry.record(trx, actor, {
      action: 'unread_text.dismiss',
      subject: `${courtId}: ${kindLabel(kind)}`,
      before: { text, place },
    })
    return true
  }
}
