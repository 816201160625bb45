/**
 * Splits CSV bytes into records without decoding the values, which COPY does.
 * In the format of the bulk data, quoted values can contain newlines, and a
 * backslash is the escape character.
 */
import { BulkError } from './bulk_error.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const NEWLINE = 0x0a
const RETURN = 0x0d

/** Bytes of a quoted value to scan individually before the native search is faster. */
const SHORT_VALUE = 64
/** Maximum size of a record; larger ones indicate an unclosed quote. */
const MAX_RECORD_SIZE = 64 * 1024 * 1024

/** A record. It refers to the scanner's input and is valid until that is reused. */
export class CsvRecord {
  constructor(
    readonly input: Buffer,
    readonly start: number,
    /** Position after the record, without its line end. */
    readonly end: number,
    /** First line in the file, starting at 1. */
    readonly line: number,
    /** Number of lines. */
    readonly lines: number,
    readonly columns: number,
    /** Offset in the file after its line end. */
    readonly endOffset: number,
    /** False if the file ends inside a quoted value. */
    readonly closed: boolean
  ) {}

  get length(): number {
    return this.end - this.start
  }

  get text(): string {
    return this.input.toString('utf8', this.start, this.end)
  }

  /** @returns the number of bytes copied */
  copyTo(target: Buffer, at: number): number {
    return this.input.copy(target, at, this.start, this.end)
  }
}

export class CsvScanner {
  #rest: Buffer = Buffer.alloc(0)
  /** Position in `#rest` up to which it was scanned; the next fields are the state there. */
  #at = 0
  #inQuotes = false
  #columns = 1
  #newlines = 0
  #line: number
  #offset: number

  /**
   * @param offset file offset of the first byte
   * @param line line number of the first byte
   */
  constructor(offset = 0, line = 1) {
    this.#offset = offset
    this.#line = line
  }

  /** Scans the next bytes and returns the records that they complete. */
  push(chunk: Buffer): CsvRecord[] {
    const buffer = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk
    const records: CsvRecord[] = []
    const { length } = buffer
    let start = 0
    let at = this.#at
    // Local variables, because this loop runs for each byte of the file.
    let inQuotes = this.#inQuotes
    let columns = this.#columns
    let newlines = this.#newlines
    let opened = at

    for (; at < length; at++) {
      const byte = buffer[at]!
      if (byte > BACKSLASH) continue
      if (inQuotes) {
        if (at - opened > SHORT_VALUE) {
          const from = at
          at = closingQuote(buffer, from)
          newlines += countNewlines(buffer, from, at)
          if (at === length) {
            at -= slashesBefore(buffer, at) % 2
            break
          }
          inQuotes = false
        } else if (byte === QUOTE) inQuotes = false
        else if (byte === NEWLINE) newlines++
        else if (byte === BACKSLASH) {
          // The next byte determines whether it escapes, and may be in the next chunk.
          if (at + 1 === length) break
          const next = buffer[at + 1]
          if (next === QUOTE || next === BACKSLASH) at++
        }
      } else if (byte === COMMA) columns++
      else if (byte === QUOTE) {
        inQuotes = true
        opened = at
      } else if (byte === NEWLINE) {
        records.push(this.#record(buffer, start, at, at + 1, columns, newlines, true))
        start = at + 1
        columns = 1
        newlines = 0
      }
    }

    this.#inQuotes = inQuotes
    this.#columns = columns
    this.#newlines = newlines
    this.#rest = Buffer.from(buffer.subarray(start))
    this.#at = at - start
    if (this.#rest.length > MAX_RECORD_SIZE) {
      throw new BulkError(
        `line ${this.#line}: the record is larger than 64 MB; check for an unclosed quote`
      )
    }
    return records
  }

  /** Returns the last record if the file doesn't end with a newline. */
  finish(): CsvRecord[] {
    if (!this.#rest.length) return []
    const { length } = this.#rest
    const record = this.#record(
      this.#rest,
      0,
      length,
      length,
      this.#columns,
      this.#newlines,
      !this.#inQuotes
    )
    this.#rest = Buffer.alloc(0)
    return [record]
  }

  #record(
    buffer: Buffer,
    start: number,
    end: number,
    next: number,
    columns: number,
    newlines: number,
    closed: boolean
  ): CsvRecord {
    const last = end > start && buffer[end - 1] === RETURN ? end - 1 : end
    const line = this.#line
    const lines = newlines + 1
    this.#line += lines
    this.#offset += next - start
    return new CsvRecord(buffer, start, last, line, lines, columns, this.#offset, closed)
  }
}

/** Returns the position of the closing quote, or the buffer's length if it isn't in the buffer. */
function closingQuote(buffer: Buffer, from: number): number {
  let quote = buffer.indexOf(QUOTE, from)
  while (quote >= 0 && slashesBefore(buffer, quote) % 2 === 1)
    quote = buffer.indexOf(QUOTE, quote + 1)
  return quote < 0 ? buffer.length : quote
}

function slashesBefore(buffer: Buffer, position: number): number {
  let slashes = 0
  while (buffer[position - 1 - slashes] === BACKSLASH) slashes++
  return slashes
}

function countNewlines(buffer: Buffer, from: number, end: number): number {
  let count = 0
  const text = buffer.subarray(from, end)
  for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) count++
  return count
}
