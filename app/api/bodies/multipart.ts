/**
 * Reads multipart bodies (RFC 7578) part by part as they arrive, with limits for their number
 * and headers. Content is streamed to its reader and never buffered here.
 */
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '../errors.js'
import { parseHeaderParameters } from './charset.js'
import { tooComplex } from './json_limits.js'

/** Maximum number of characters of a boundary (RFC 2046). */
const MAX_BOUNDARY = 200
/** Maximum number of bytes before the first boundary and of a part's headers. */
const MAX_HEAD = 8 * 1024

const CRLF = '\r\n'
const END_OF_HEAD = Buffer.from(CRLF + CRLF)

/** The headers of a part. */
export interface PartHead {
  name: string | undefined
  /** Undefined for a field. */
  filename: string | undefined
  /** Value of Content-Type. */
  type: string | undefined
}

export class MultipartReader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #delimiter: Buffer
  readonly #maxParts: number
  /** Bytes received but not yet processed. */
  #rest: Buffer = Buffer.from(CRLF)
  #parts = 0
  #inContent = false

  /**
   * @param type value of Content-Type
   * @throws ApiError 400 without a valid boundary
   */
  constructor(chunks: AsyncIterable<Buffer>, type: string, maxParts: number) {
    const boundary = parseHeaderParameters(type).get('boundary')?.trimEnd()
    if (!boundary || boundary.length > MAX_BOUNDARY) throw malformed('it has no valid boundary')
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#delimiter = Buffer.from(`${CRLF}--${boundary}`, 'latin1')
    this.#maxParts = maxParts
  }

  /**
   * Moves to the next part and skips the rest of the current one.
   *
   * @returns undefined after the last part
   * @throws ApiError 400
   */
  async next(): Promise<PartHead | undefined> {
    if (this.#parts === 0) await this.#skipPreamble()
    else await this.#skipContent()
    if (await this.#takeEnd()) return undefined
    if (++this.#parts > this.#maxParts) throw tooComplex(this.#maxParts, 'parts')
    return this.#takeHead()
  }

  /**
   * The content of the part as it arrives.
   *
   * @throws ApiError 400 if the final boundary is missing
   */
  async *content(): AsyncGenerator<Buffer> {
    const { length } = this.#delimiter
    while (this.#inContent) {
      const at = this.#rest.indexOf(this.#delimiter)
      if (at < 0) {
        const kept = Math.max(0, this.#rest.length - length + 1)
        if (kept) yield this.#take(kept)
        await this.#more()
        continue
      }
      while (this.#rest.length < at + length + 2) await this.#more()
      if (this.#isBoundary(at)) {
        const content = this.#take(at)
        this.#take(length)
        this.#inContent = false
        if (content.length) yield content
      } else {
        yield this.#take(at + length)
      }
    }
  }

  /**
   * Whether the line or the body ends here; otherwise the boundary is the start of a longer
   * word.
   */
  #isBoundary(at: number): boolean {
    const end = at + this.#delimiter.length
    const next = this.#rest.toString('latin1', end, end + 2)
    return next === CRLF || next === '--'
  }

  async #skipPreamble(): Promise<void> {
    this.#inContent = true
    if ((await this.#skipContent(MAX_HEAD)) > MAX_HEAD)
      throw malformed('it does not start with its boundary')
  }

  /**
   * @param most stops after more than this number of bytes
   * @returns the number of skipped bytes
   */
  async #skipContent(most = Infinity): Promise<number> {
    let size = 0
    for await (const { length } of this.content()) if ((size += length) > most) break
    return size
  }

  /** Whether the boundary just read was the final one. */
  async #takeEnd(): Promise<boolean> {
    while (this.#rest.length < 2) await this.#more()
    return this.#rest.toString('latin1', 0, 2) === '--'
  }

  /** The headers of a part, starting after its boundary. */
  async #takeHead(): Promise<PartHead> {
    let end: number
    while ((end = this.#rest.indexOf(END_OF_HEAD)) < 0) {
      if (this.#rest.length > MAX_HEAD) throw malformed('the headers of a part are too long')
      await this.#more()
    }
    if (end > MAX_HEAD) throw malformed('the headers of a part are too long')
    const head = this.#take(end).toString()
    this.#take(END_OF_HEAD.length)
    this.#inContent = true
    return readHead(head)
  }

  #take(bytes: number): Buffer {
    const taken = this.#rest.subarray(0, bytes)
    this.#rest = this.#rest.subarray(bytes)
    return taken
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next()
    if (done) throw malformed('it ends before its final boundary')
    this.#rest = this.#rest.length ? Buffer.concat([this.#rest, value]) : value
  }
}

function readHead(head: string): PartHead {
  const named: PartHead = { name: undefined, filename: undefined, type: undefined }
  for (const line of head.split(CRLF)) {
    const [, header, value = ''] = /^([\w-]+):[ \t]*(.*)$/s.exec(line) ?? []
    if (line && !header) throw malformed("a header of a part can't be parsed")
    switch (header?.toLowerCase()) {
      case 'content-disposition': {
        const parameters = parseHeaderParameters(value)
        named.name = parameters.get('name')
        named.filename = parameters.get('filename') ?? parameters.get('filename*')
        break
      }
      case 'content-type':
        named.type = value
        break
      case 'content-transfer-encoding':
        if (!/^(?:binary|7bit|8bit)\s*$/i.test(value))
          throw malformed('parts must not have a Content-Transfer-Encoding')
    }
  }
  return named
}

/** @param what description of the error, for example `it has no valid boundary` */
function malformed(what: string): ApiError {
  return ApiError.detail(API_ERRORS.malformed_body, `Multipart parse error - ${what}.`)
}
