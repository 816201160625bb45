import type { ApplicationService } from '@adonisjs/core/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Events } from '#app/events/events'
import { TYPE } from '../codes.js'
import { NOTICE_MERGED } from '../events.js'
import type Upload from '../models/upload.js'

/**
 * Hands the file of a merged notification email to who listens, in the transaction that finishes
 * the upload.
 *
 * @param path of the file, which is the listener's to delete
 * @returns false for other uploads, and where no plugin listens
 */
export async function handOverNotice(
  { container }: ApplicationService,
  trx: TransactionClientContract,
  { upload, path }: { upload: Upload; path: string }
): Promise<boolean> {
  const { uploadType, debug, docketId, uploaderId, courtId, registryCaseId } = upload
  if (uploadType !== TYPE.email || debug || docketId === null) return false
  const events = await container.make(Events)
  if (!events.registry.listeners.get(NOTICE_MERGED)?.length) return false
  await events.publish(trx, NOTICE_MERGED, {
    upload: upload.id,
    uploader: uploaderId,
    court: courtId,
    registry_case_id: registryCaseId,
    path,
  })
  return true
}
