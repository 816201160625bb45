import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import { receiveFile, type ReceivedFile } from '#api/writes/received_file'
import { BODY } from '../files.js'

/**
 * Streams the body of a request to a file of this machine, which the caller deletes.
 *
 * @throws ApiError 413 for one that is too long, 400 for one that is empty or ends early;
 *   nothing of it is left then
 */
export async function receiveBody(request: IncomingMessage): Promise<ReceivedFile> {
  if (Number(request.headers['content-length']) > BODY.maxBytes) throw tooLarge()
  // A connection that is needed for the answer must not be destroyed with the body.
  const body = new PassThrough()
  const endEarly = () => {
    if (!request.complete) body.destroy(ApiError.detail(400, 'The body ended early.'))
  }
  request.once('close', endEarly).pipe(body)
  try {
    return await receiveFile({ ...BODY, keep: neverKept }, body)
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) throw tooLarge()
    throw error
  } finally {
    request.off('close', endEarly).unpipe(body)
  }
}

function tooLarge(): ApiError {
  const most = Math.floor(BODY.maxBytes / 1_000_000)
  return ApiError.detail(API_ERRORS.body_too_large, `The body is larger than ${most} MB.`, {
    connection: 'close',
  })
}

/** What is kept of a body is decided when its signature is known. */
const neverKept = () => Promise.reject(new Error('a body is no stored file'))
