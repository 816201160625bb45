/** Documents prepared for writing: analyzed, and hashed to detect changes. */
import type { ChildDocument, ParentDocument } from '../../index_definition.js'
import { parentDatesOf, type IndexLayout } from './layout.js'
import { contentOf, type RowContent } from './row_content.js'
import { hash } from 'node:crypto'

export interface PreparedParent {
  key: number
  /** `2020-01-31`; null when unknown. */
  date: string | null
  factor: number
  /** Date fields that are this date. */
  dates: string[]
  /** Terms of every row of the parent, and additional terms of its own row. */
  shared: RowContent
  own: RowContent
  sharedHash: Uint8Array
  ownHash: Uint8Array
}

export interface PreparedChild {
  key: number
  content: RowContent
  hash: Uint8Array
}

export function prepareParent(layout: IndexLayout, document: ParentDocument): PreparedParent {
  const { key, date, factor, fields } = document
  const { shared, own } = contentOf(layout, document, 'parent')
  return {
    key,
    date,
    factor,
    dates: parentDatesOf(layout).filter((name) => (fields[name] ?? null) === date),
    shared,
    own,
    sharedHash: contentHash(shared, date, factor),
    ownHash: contentHash(own),
  }
}

export function prepareChild(layout: IndexLayout, document: ChildDocument): PreparedChild {
  const { shared: content } = contentOf(layout, document, 'child')
  return { key: document.key, content, hash: contentHash(content) }
}

function contentHash(content: RowContent, ...more: unknown[]): Uint8Array {
  const { words, marks, values } = content
  const text = JSON.stringify([[...words], marks, [...values], more])
  return hash('sha256', text, 'buffer').subarray(0, 16)
}

export function isSame(one: Uint8Array | null | undefined, other: Uint8Array): boolean {
  return !!one && Buffer.compare(one, other) === 0
}
