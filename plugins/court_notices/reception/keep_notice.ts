/** Stores a notice once and queues it. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { inject } from '@adonisjs/core'
import { Disk } from '@adonisjs/drive'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { stageFile } from '#app/storage/saved_file'
import { newPath, processNoticeJob } from '../files.js'
import type { MailHead } from './mail_head.js'

export interface NewNotice {
  accountId: number
  origin: 'email' | 'upload'
  digest: string
  sender: string
  courtId?: string
  registryCaseId?: string
  /** Local path of the message; it is copied. */
  file: string
}

/**
 * Identifies a recipient's message by Message-ID and subject, because providers may add headers
 * when they resend a message.
 */
export async function computeNoticeDigest(
  file: string,
  head: MailHead | undefined
): Promise<string> {
  const hash = createHash('sha256')
  if (head?.messageId) return hash.update(`${head.messageId}\n${head.subject}`).digest('hex')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Stores notices and queues the job that processes them. */
@inject()
export class NoticeStore {
  constructor(
    private jobs: Jobs,
    private disk: Disk
  ) {}

  /**
   * Stores a notice in the caller's transaction, which must be committed right away: files of
   * uncommitted notices are pruned.
   *
   * @returns false if the account already has it
   */
  async keep(trx: TransactionClientContract, notice: NewNotice): Promise<boolean> {
    const path = newPath()
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      `INSERT INTO court_notices (account_id, origin, digest, sender, court_id, registry_case_id, path)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account_id, digest) DO NOTHING RETURNING id`,
      [
        notice.accountId,
        notice.origin,
        notice.digest,
        notice.sender.slice(0, 320),
        notice.courtId ?? (null as unknown as string),
        notice.registryCaseId ?? '',
        path,
      ]
    )
    const [row] = rows
    if (!row) return false
    await this.jobs.send(trx, processNoticeJob, { notice: row.id })
    const staged = await stageFile(this.disk, path, notice.file)
    try {
      await staged.publish()
    } finally {
      await staged.discard()
    }
    return true
  }
}
