/** Tells whether what is searched of a document has changed. */
import { hash } from 'node:crypto'
import type { RowContent } from './row_content.js'

export function contentHash(content: RowContent, ...more: unknown[]): Uint8Array {
  const { words, marks, values } = content
  const text = JSON.stringify([[...words], marks, [...values], more])
  return hash('sha256', text, 'buffer').subarray(0, 16)
}

export function isSame(one: Uint8Array | null | undefined, other: Uint8Array): boolean {
  return !!one && Buffer.compare(one, other) === 0
}
