/**
 * Lines of a text stream with a bound on their length, which `readline` does
 * not have.
 */

/** Bytes; the largest docket sheets have some ten megabytes. */
export const MAX_LINE_LENGTH = 256 * 1024 * 1024

const NEWLINE = 0x0a

/**
 * @yields each line without its end, with its number from 1; `bytes` is null
 *   for a line that is too long
 */
export async function* linesOf(
  stream: AsyncIterable<Buffer>,
  longest = MAX_LINE_LENGTH
): AsyncGenerator<{ line: number; bytes: Buffer | null }> {
  let pieces: Buffer[] = []
  let length = 0
  let line = 1
  const take = () => {
    const bytes = length > longest ? null : Buffer.concat(pieces)
    pieces = []
    length = 0
    return { line: line++, bytes }
  }
  const keep = (piece: Buffer) => {
    length += piece.length
    if (length <= longest) pieces.push(piece)
    else pieces = []
  }
  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    keep(chunk.subarray(start))
  }
  if (length) yield take()
}
