/** Tells whether what is searched of a document has changed. */
import { createHash } from 'node:crypto'
import type { RowContent } from './row_content.js'

export function contentHash(content: RowContent, ...more: unknown[]): Uint8Array {
  const { words, marks, values } = content
  return createHash('sha256')
    .update(JSON.stringify([[...words], marks, [...values], more]))
    .digest()
    .subarray(0, 16)
}

export function isSame(one: Uint8Array | null | undefined, other: Uint8Array): boolean {
  return !!one && Buffer.compare(one, other) === 0
}
