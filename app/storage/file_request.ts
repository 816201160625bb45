/**
 * Conditions and ranges of file requests (RFC 9110), where the library that sends files
 * interprets them differently.
 */
import type { BigIntStats } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'

/** Identifies a state of a file. */
export interface FileState {
  /**
   * A strong validator (RFC 9110, 8.8.1): each change of a file changes its modification time
   * in nanoseconds.
   */
  etag: string
  lastModified: string
  size: number
}

/** The state of a file from its file system metadata. */
export function fileState({ mtime, mtimeNs, size }: BigIntStats): FileState {
  return {
    etag: `"${mtimeNs.toString(36)}-${size.toString(36)}"`,
    lastModified: mtime.toUTCString(),
    size: Number(size),
  }
}

/**
 * The headers for sending a file: checked conditions are removed, and ranges are in the form
 * that the library supports.
 *
 * @returns undefined if a precondition failed (RFC 9110, 13.1.1)
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
    // Ignored if there is an If-Match header (13.2.2).
    delete read['if-unmodified-since']
  }
  // Ranges only apply to GET (14.2).
  if (method === 'HEAD' || !rangeIsCurrent(read['if-range']?.toString(), file)) delete read.range
  delete read['if-range']
  if (read.range !== undefined) read.range = withinFile(read.range, file)
  return read
}

function matchesStrongly(header: string, { etag }: FileState): boolean {
  const tags = Array.from(header.matchAll(/(?:W\/)?"[^"]*"/g), ([tag]) => tag)
  return header.trim() === '*' || tags.includes(etag)
}

/** A tag requires a strong match, and a date an exact one (13.1.5). */
function rangeIsCurrent(header: string | undefined, { etag, lastModified }: FileState): boolean {
  return header === undefined || [etag, lastModified].includes(header.trim())
}

/** The last n bytes of a shorter file are the whole file (14.1.2). */
function withinFile(range: string, { size }: FileState): string {
  return range.replace(/(?<=[=,]\s*)-(\d+)/g, (suffix, length) =>
    Number(length) > size ? '0-' : suffix
  )
}
