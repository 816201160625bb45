/** Entries of a docket sheet that are marked as new for a visitor. */
import type { PageVisitor } from '#app/accounts/page_visitor'
import type { Reader } from '#app/database/reader'

export interface NewEntries {
  /** Time of the last visit. */
  since: string
  /** Keys of entries that were added since. */
  ids: ReadonlySet<number>
}

/** @returns undefined if the visitor has no last visit */
export type LoadNewEntries = (
  reader: Reader,
  docket: string,
  visitor: PageVisitor
) => Promise<NewEntries | undefined>

export class NewEntryMarks {
  #load: LoadNewEntries | undefined

  /** Sets the source. Providers of other plugins call it (`container.resolving`). */
  use(load: LoadNewEntries): void {
    this.#load = load
  }

  /** The new entries of a docket; a request of a bot is not a visit. */
  async load(
    reader: Reader,
    docket: string,
    visitor: PageVisitor | undefined
  ): Promise<NewEntries | undefined> {
    if (!visitor?.isPerson) return undefined
    return this.#load?.(reader, docket, visitor)
  }
}
