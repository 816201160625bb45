/**
 * What the conditions and ranges of a request for a file mean by RFC 9110,
 * where the library that sends files reads them otherwise.
 */
import type { BigIntStats } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'

/** What tells one state of a file from another. */
export interface FileState {
  /** A strong validator (RFC 9110, 8.8.1): a change of the file changes its time in nanoseconds. */
  etag: string
  lastModified: string
  size: number
}

/** The state of a file, from what the file system says of it. */
export function fileState({ mtime, mtimeNs, size }: BigIntStats): FileState {
  return {
    etag: `"${mtimeNs.toString(36)}-${size.toString(36)}"`,
    lastModified: mtime.toUTCString(),
    size: Number(size),
  }
}

/**
 * The headers to send a file by: conditions that were checked here are taken
 * out, and ranges are as the library understands them.
 *
 * @returns undefined when the request wants another state of the file (RFC 9110, 13.1.1)
 */
export function readFileHeaders(
  method: string,
  headers: IncomingHttpHeaders,
  file: FileState
): IncomingHttpHeaders | undefined {
  const read = { ...headers }
  if (read['if-match'] !== undefined) {
    if (!matchesStrongly(read['if-match'], file)) return undefined
    delete read['if-match']
    // Not looked at beside If-Match (13.2.2).
    delete read['if-unmodified-since']
  }
  // Ranges are of GET only (14.2).
  if (method === 'HEAD' || !rangeIsCurrent(read['if-range']?.toString(), file)) delete read.range
  delete read['if-range']
  if (read.range !== undefined) read.range = withinFile(read.range, file)
  return read
}

function matchesStrongly(header: string, { etag }: FileState): boolean {
  const tags = Array.from(header.matchAll(/(?:W\/)?"[^"]*"/g), ([tag]) => tag)
  return header.trim() === '*' || tags.includes(etag)
}

/** A tag must match strongly, a date exactly (13.1.5). */
function rangeIsCurrent(header: string | undefined, { etag, lastModified }: FileState): boolean {
  return header === undefined || [etag, lastModified].includes(header.trim())
}

/** The last n bytes of a shorter file are all it has (14.1.2). */
function withinFile(range: string, { size }: FileState): string {
  return range.replace(/(?<=[=,]\s*)-(\d+)/g, (suffix, length) =>
    Number(length) > size ? '0-' : suffix
  )
}
