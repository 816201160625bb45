/** An index of documents by word or value of a field, so that filters needn't scan documents. */
import type { Document } from './store.js'

export class WordIndex {
  readonly #documents = new Map<string, Set<Document>>()

  /** @param wordsOf words of the field in a document */
  constructor(
    readonly wordsOf: (document: Document) => Set<string>,
    documents: Iterable<Document>
  ) {
    for (const document of documents) this.add(document)
  }

  add(document: Document): void {
    for (const word of this.wordsOf(document)) {
      const known = this.#documents.get(word)
      if (known) known.add(document)
      else this.#documents.set(word, new Set([document]))
    }
  }

  remove(document: Document): void {
    for (const word of this.wordsOf(document)) {
      const known = this.#documents.get(word)!
      known.delete(document)
      if (!known.size) this.#documents.delete(word)
    }
  }

  /** Documents with a word. */
  with(word: string): ReadonlySet<Document> {
    return this.#documents.get(word) ?? NONE
  }

  /** Documents with any of the words. */
  withAny(words: Iterable<string>): ReadonlySet<Document> {
    const [first, second, ...more] = [...words].map((word) => this.with(word))
    if (!second) return first ?? NONE
    return more.reduce((all, one) => all.union(one), first!.union(second))
  }

  /** Words with the prefix, sorted. */
  beginning(prefix: string): string[] {
    return [...this.#documents.keys()].filter((word) => word.startsWith(prefix)).sort()
  }
}

const NONE: ReadonlySet<Document> = new Set()
