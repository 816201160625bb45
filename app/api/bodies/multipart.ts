/**
 * Multipart bodies (RFC 7578): parts one after the other as they arrive, with
 * limits on their number and headers. Content goes to its reader as it comes
 * and is never collected here.
 */
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '../errors.js'
import { tooComplex } from './json_limits.js'

/** Characters of a boundary at most; RFC 2046 has 70. */
const MAX_BOUNDARY = 200
/** Bytes before the first boundary, and of the headers of a part. */
const MAX_HEAD = 8 * 1024

const CRLF = '\r\n'
const END_OF_HEAD = Buffer.from(CRLF + CRLF)

/** What the headers of a part say. */
export interface PartHead {
  name: string | undefined
  /** Undefined for a field. */
  filename: string | undefined
}

export class MultipartReader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #delimiter: Buffer
  readonly #maxParts: number
  /** Bytes that arrived and belong to nothing yet. */
  #rest: Buffer = Buffer.from(CRLF)
  #parts = 0
  #inContent = false

  /**
   * @param type the Content-Type
   * @throws ApiError 400 without a usable boundary
   */
  constructor(chunks: AsyncIterable<Buffer>, type: string, maxParts: number) {
    const boundary = parametersOf(type).get('boundary')?.trimEnd()
    if (!boundary || boundary.length > MAX_BOUNDARY) throw malformed('it has no valid boundary')
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#delimiter = Buffer.from(`${CRLF}--${boundary}`, 'latin1')
    this.#maxParts = maxParts
  }

  /**
   * Goes to the next part. What is left of the last one is skipped.
   *
   * @returns undefined after the last
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
   * The content of the part, as it arrives.
   *
   * @throws ApiError 400 for a body without its last boundary
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

  /** Whether a line ends, or the body: the boundary may be the beginning of a longer word. */
  #isBoundary(at: number): boolean {
    const end = at + this.#delimiter.length
    const next = this.#rest.toString('latin1', end, end + 2)
    return next === CRLF || next === '--'
  }

  async #skipPreamble(): Promise<void> {
    this.#inContent = true
    if ((await this.#skipContent(MAX_HEAD)) > MAX_HEAD)
      throw malformed('it does not begin with its boundary')
  }

  /** @returns bytes skipped, as soon as they are more than wanted */
  async #skipContent(most = Infinity): Promise<number> {
    let size = 0
    for await (const { length } of this.content()) if ((size += length) > most) break
    return size
  }

  /** Whether the boundary just read was the last one. */
  async #takeEnd(): Promise<boolean> {
    while (this.#rest.length < 2) await this.#more()
    return this.#rest.toString('latin1', 0, 2) === '--'
  }

  /** The headers of a part, which begin with the end of the boundary's line. */
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
    if (done) throw malformed('it ends before its last boundary')
    this.#rest = this.#rest.length ? Buffer.concat([this.#rest, value]) : value
  }
}

function readHead(head: string): PartHead {
  let named: PartHead = { name: undefined, filename: undefined }
  for (const line of head.split(CRLF)) {
    const [, header, value = ''] = /^([\w-]+):[ \t]*(.*)$/s.exec(line) ?? []
    if (line && !header) throw malformed('a header of a part cannot be read')
    switch (header?.toLowerCase()) {
      case 'content-disposition': {
        const parameters = parametersOf(value)
        named = {
          name: parameters.get('name'),
          filename: parameters.get('filename') ?? parameters.get('filename*'),
        }
        break
      }
      case 'content-transfer-encoding':
        if (!/^(?:binary|7bit|8bit)\s*$/i.test(value))
          throw malformed('parts are sent without a Content-Transfer-Encoding')
    }
  }
  return named
}

/** Parameters of a header, `form-data; name="a"; filename="b.pdf"`: one pass, each character once. */
function parametersOf(header: string): Map<string, string> {
  const parameters = new Map<string, string>()
  const each = /;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;]*))[^;]*/gsy
  each.lastIndex = Math.max(0, header.indexOf(';'))
  for (const [, name, quoted, plain] of header.matchAll(each)) {
    const value = quoted === undefined ? plain!.trim() : quoted.replaceAll(/\\(["\\])/g, '$1')
    if (!parameters.has(name!.toLowerCase())) parameters.set(name!.toLowerCase(), value)
  }
  return parameters
}

/** @param what is wrong: `it has no valid boundary` */
function malformed(what: string): ApiError {
  return ApiError.detail(API_ERRORS.malformed_body, `Multipart parse error - ${what}.`)
}
