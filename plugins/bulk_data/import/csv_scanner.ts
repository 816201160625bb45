/**
 * Splits CSV bytes into records without decoding them: PostgreSQL's COPY
 * reads the values. The dialect is that of the bulk data: double quotes,
 * backslash as escape inside them, newlines allowed inside them.
 */
import { BulkError } from './bulk_error.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const NEWLINE = 0x0a
const RETURN = 0x0d

/** A record larger than this is a quote that was never closed. */
const LARGEST_RECORD = 64 * 1024 * 1024

export interface CsvRecord {
  /** The record's bytes without its line end. */
  bytes: Buffer
  /** Line of the file it starts on, from 1. */
  line: number
  /** Lines it covers. */
  lines: number
  columns: number
  /** Offset of the byte behind it, in the stream. */
  end: number
  /** False when the file ended inside a quote. */
  closed: boolean
}

export class CsvScanner {
  #rest: Buffer = Buffer.alloc(0)
  /** How far `#rest` has been looked at, and what was seen. */
  #at = 0
  #inQuotes = false
  #columns = 1
  #newlines = 0
  #line: number
  #offset: number

  /**
   * @param offset of the first byte that will be pushed
   * @param line of the file it stands on
   */
  constructor(offset = 0, line = 1) {
    this.#offset = offset
    this.#line = line
  }

  /** Takes the next bytes and returns the records they complete. */
  push(chunk: Buffer): CsvRecord[] {
    const buffer = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk
    const records: CsvRecord[] = []
    let start = 0
    let at = this.#at

    while (at < buffer.length) {
      if (this.#inQuotes) {
        const close = this.#closingQuote(buffer, at)
        if (close < 0) {
          at = buffer.length
          break
        }
        this.#inQuotes = false
        at = close + 1
        continue
      }
      const byte = buffer[at]!
      if (byte === QUOTE) {
        this.#inQuotes = true
      } else if (byte === COMMA) {
        this.#columns++
      } else if (byte === NEWLINE) {
        records.push(this.#record(buffer, start, at, true, 1))
        start = at + 1
      }
      at++
    }

    this.#rest = Buffer.from(buffer.subarray(start))
    this.#at = at - start
    if (this.#rest.length > LARGEST_RECORD) {
      throw new BulkError(
        `line ${this.#line}: the record is larger than 64 MB; a quote before it is not closed`
      )
    }
    return records
  }

  /** The last record, when the file does not end with a newline. */
  finish(): CsvRecord[] {
    if (!this.#rest.length) return []
    const record = this.#record(this.#rest, 0, this.#rest.length, !this.#inQuotes, 0)
    this.#rest = Buffer.alloc(0)
    return [record]
  }

  /** Position of the quote that closes, or -1 when it lies beyond the buffer. Counts the newlines passed. */
  #closingQuote(buffer: Buffer, from: number): number {
    let quote = buffer.indexOf(QUOTE, from)
    while (quote >= 0 && isEscaped(buffer, quote)) quote = buffer.indexOf(QUOTE, quote + 1)
    const end = quote < 0 ? buffer.length : quote
    for (
      let newline = buffer.indexOf(NEWLINE, from);
      newline >= 0 && newline < end;
      newline = buffer.indexOf(NEWLINE, newline + 1)
    ) {
      this.#newlines++
    }
    return quote
  }

  #record(buffer: Buffer, start: number, end: number, closed: boolean, lineEnd: number): CsvRecord {
    const last = end > start && buffer[end - 1] === RETURN ? end - 1 : end
    const lines = this.#newlines + 1
    this.#offset += end - start + lineEnd
    const record = {
      bytes: buffer.subarray(start, last),
      line: this.#line,
      lines,
      columns: this.#columns,
      end: this.#offset,
      closed,
    }
    this.#line += lines
    this.#columns = 1
    this.#newlines = 0
    this.#inQuotes = false
    return record
  }
}

/** Whether an odd number of backslashes stands before a quote. */
function isEscaped(buffer: Buffer, quote: number): boolean {
  let slashes = 0
  while (buffer[quote - 1 - slashes] === BACKSLASH) slashes++
  return slashes % 2 === 1
}
