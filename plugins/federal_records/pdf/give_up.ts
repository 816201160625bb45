import type { ApplicationService } from '@adonisjs/core/types'
import RecognizedPage from '../models/recognized_page.js'
import { storeText, type QueuedFile } from './store_text.js'
import { OCR } from './text_states.js'

/** Stores that a file could not be read, in as many attempts as its job has; text it has already stays. */
export async function giveUpReading(
  { container }: ApplicationService,
  file: QueuedFile
): Promise<void> {
  const database = await container.make('lucid.db')
  await database.transaction(async (trx) => {
    await storeText(trx, file, { state: 'failed', reason: 'gave_up', ocrStatus: OCR.failed })
    await RecognizedPage.forget(file, trx)
  })
}
