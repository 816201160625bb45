/** Downloads the files of an upstream. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { encodeStoredPath } from '#app/storage/stored_files'
import { describeFailure } from '#app/support/connection_failure'
import { LONGEST_PAUSE, readDelay, readRateLimit } from './limits.js'

/** Milliseconds until an unfinished download fails. */
const TIMEOUT = 3_600_000
/** Bytes of a file. */
const MAX_SIZE = 4 * 1024 ** 3
const MAX_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]
/** Milliseconds until requests continue after a rejection without a delay. */
const PAUSE = 5_000
/** Characters of a validator that is stored. */
const MAX_VALIDATOR = 200
/** Bytes of an error that are read. */
const MAX_ERROR = 64 * 1024

/** What an upstream sends to compare a file by (RFC 9110, section 8.8). */
export interface Validators {
  etag: string | null
  last_modified: string | null
}

/** A file that was downloaded. */
export interface DownloadedFile extends Validators {
  sha1: string
}

/** A file that can't be copied now; the message is shown to staff. */
export class FileFailure extends Error {
  /** @param delay milliseconds until the upstream accepts requests, if it rejected this one */
  constructor(
    message: string,
    readonly delay?: number
  ) {
    super(message)
  }
}

export interface FileSourceOptions {
  /** URL before the paths of files, with a slash at its end. */
  base: string
  /** Sent only to the origin of `url`. */
  token: string | null
  /** URL of the upstream. */
  url: string
  signal: AbortSignal
}

export class FileSource {
  /** Requests wait until this time (milliseconds since 1970), because a limit is used up. */
  pausedUntil = 0

  constructor(readonly options: FileSourceOptions) {}

  /**
   * Downloads a file.
   *
   * @param path as records name it
   * @param target local file to write
   * @param copy validators of the local copy: a file that still has them isn't downloaded
   * @returns null if it didn't change
   * @throws FileFailure
   */
  async download(path: string, target: string, copy?: Validators): Promise<DownloadedFile | null> {
    const response = await this.#request(this.options.base + encodeStoredPath(path), copy)
    const { status, headers, body } = response
    const used = Math.min(readRateLimit(headers), LONGEST_PAUSE)
    this.pausedUntil = Math.max(this.pausedUntil, Date.now() + used)
    if (status === 304 && copy) return null
    if (!response.ok || !body) {
      const delay = readDelay(headers, await readStart(response))
      const isLimit = status === 429 || (status === 503 && delay !== undefined)
      throw new FileFailure(
        `the upstream returned ${status}`,
        isLimit ? Math.min(delay ?? PAUSE, LONGEST_PAUSE) : undefined
      )
    }
    const hash = createHash('sha1')
    let size = 0
    try {
      await pipeline(
        Readable.fromWeb(body as never),
        async function* (chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            size += chunk.length
            if (size > MAX_SIZE) throw new FileFailure(`the file is larger than ${MAX_SIZE} bytes`)
            hash.update(chunk)
            yield chunk
          }
        },
        createWriteStream(target)
      )
    } catch (error) {
      throw asFailure(error)
    }
    return {
      sha1: hash.digest('hex'),
      etag: readValidator(headers, 'etag'),
      last_modified: readValidator(headers, 'last-modified'),
    }
  }

  /** Follows redirects, for example to object storage, which never gets the token. */
  async #request(first: string, copy?: Validators): Promise<Response> {
    const { token, url, signal } = this.options
    const { origin } = new URL(url)
    let address = first
    for (let redirects = 0; ; redirects++) {
      const isOwn = token !== null && new URL(address).origin === origin
      const response = await fetch(address, {
        headers: {
          ...(isOwn ? { authorization: `Token ${token}` } : {}),
          ...(copy?.etag ? { 'if-none-match': copy.etag } : {}),
          ...(copy?.last_modified ? { 'if-modified-since': copy.last_modified } : {}),
        },
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
      }).catch((error: unknown) => {
        throw asFailure(error)
      })
      const location = response.headers.get('location')
      if (!REDIRECTS.includes(response.status) || location === null) return response
      await response.body?.cancel()
      const next = URL.canParse(location, address) ? new URL(location, address) : undefined
      if (redirects >= MAX_REDIRECTS || !next || !/^https?:$/.test(next.protocol))
        throw new FileFailure("the upstream redirects the file to a URL that can't be followed")
      address = next.href
    }
  }
}

/** Null if it is missing, or too long to be stored. */
function readValidator(headers: Headers, name: string): string | null {
  const value = headers.get(name)
  return value && value.length <= MAX_VALIDATOR ? value : null
}

/** The start of an error. */
async function readStart({ body }: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      if (text.length > MAX_ERROR) break
    }
  } catch {
    // The status is enough.
  }
  return text
}

function asFailure(error: unknown): FileFailure {
  if (error instanceof FileFailure) return error
  return new FileFailure(`the download failed: ${describeFailure(error)}`)
}
