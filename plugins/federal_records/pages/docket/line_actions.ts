/** Actions that other plugins add to documents in docket sheets. */
import type { Records, ShownRecord } from '#api/records'
import type { PageVisitor } from '#app/accounts/page_visitor'
import type { SheetDocument } from './sheet_rows.js'

/** A link, or a button of a form, in the line of a document. */
export interface LineAction {
  /** One or two words, because it is shown in every line. */
  label: string
  path: string
  /** Makes it a button that posts to `path`; the form's `from` is the path to return to. */
  csrf?: string
  /** The price, or the amount paid. */
  note?: string
}

/** The documents on a page of a docket sheet. */
export interface SheetLines {
  docket: ShownRecord
  documents: readonly SheetDocument[]
  /** IDs of documents without other documents in their entry. */
  alone: ReadonlySet<number>
}

/** @returns links by document ID */
export type LoadLineActions = (
  records: Records,
  lines: SheetLines,
  visitor: PageVisitor
) => Promise<ReadonlyMap<number, LineAction[]>>

/** The actions of all plugins. Providers of other plugins add theirs (`container.resolving`). */
export class LineActions {
  readonly #added: LoadLineActions[] = []

  /** Adds links to the lines of documents for signed-in visitors. */
  add(load: LoadLineActions): void {
    this.#added.push(load)
  }

  /** All links for a visitor, by document ID. */
  async load(
    records: Records,
    lines: SheetLines,
    visitor: PageVisitor | undefined
  ): Promise<Map<number, LineAction[]>> {
    const all = new Map<number, LineAction[]>()
    if (!visitor || !lines.documents.length) return all
    for (const load of this.#added)
      for (const [id, actions] of await load(records, lines, visitor))
        all.set(id, [...(all.get(id) ?? []), ...actions])
    return all
  }
}
