import type Upload from '../models/upload.js'
import UploadResult from '../models/upload_result.js'

/** Characters of JSON; the longest dockets have some twenty million. */
const MAX_RESULT = 5_000_000

/**
 * Keeps what the check of an upload found (`include=result`), once; of a result
 * that is too long, how long it is.
 */
export async function keepResult({ id, debug }: Upload, found: object): Promise<void> {
  if (!debug) return
  const { length } = JSON.stringify(found)
  const result = length > MAX_RESULT ? { too_long: { characters: length, max: MAX_RESULT } } : found
  await UploadResult.firstOrCreate({ uploadId: id }, { result })
}
