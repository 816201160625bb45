import { documentId } from './document_links.js'
import { clean } from './text.js'
import { attribute, cellsOf, elements, textOf, type Element, type Node } from './tree.js'

/** A document of an entry in a menu of the classic appellate system. */
export interface AppellateDocument {
  attachment_number: number
  description: string
  page_count: number | null
  pacer_doc_id: string | null
  /** Printed size and bytes, if the menu has checkboxes. */
  file_size_str?: string
  file_size_bytes?: number
  /** The entry's sequence number, if the checkbox contains it. */
  pacer_seq_no?: string
}

/** The documents listed in a table: `1 | link | Main Document | 7 | 67.47 KB`. */
export function listedDocuments(root: Node): AppellateDocument[] {
  return [...elements(root, 'tr')]
    .map(cellsOf)
    .map(documentOf)
    .filter((document) => document !== null)
}

function documentOf(cells: Element[]): AppellateDocument | null {
  const at = cells.findIndex((cell) => /^\d{1,5}$/.test(clean(textOf(cell))))
  const [number, link, description, pages, size] = at === -1 ? [] : cells.slice(at)
  if (!number || !link || !description || at > 1) return null
  const id = [...elements(link, 'a')]
    .map((one) => documentId(attribute(one, 'href') ?? ''))
    .find(Boolean)
  const count = /^\d{1,7}$/.exec(clean(pages ? textOf(pages) : ''))?.[0]
  return {
    attachment_number: Number(clean(textOf(number))),
    description: clean(textOf(description)),
    page_count: count ? Number(count) : null,
    pacer_doc_id: id ?? null,
    ...(size && { file_size_str: clean(textOf(size)) }),
    ...(at === 1 && boxValues(cells[0])),
  }
}

/** Bytes and sequence number of a checkbox: in its value, or in its script call. */
function boxValues(cell: Element): Pick<AppellateDocument, 'file_size_bytes' | 'pacer_seq_no'> {
  const box = [...elements(cell, 'input')][0]
  const value = /^(\d{1,12}) \d{1,12} \d{1,7} (\d{1,12})$/.exec(
    (box && attribute(box, 'value')) ?? ''
  )
  if (value) return { pacer_seq_no: value[1], file_size_bytes: Number(value[2]) }
  const call = /sumDocSelected\(this, ?\d{1,7}, ?(\d{1,12})\b/.exec(
    (box && attribute(box, 'onclick')) ?? ''
  )
  return call ? { file_size_bytes: Number(call[1]) } : {}
}
