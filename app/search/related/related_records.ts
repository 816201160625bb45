/**
 * What `related:1,2` asks for: records with the telling words of the texts of
 * these children, without the parents they belong to (search.md 4.2).
 */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { htmlText } from '#app/search_engine/analysis/html_text'
import type { SearchIndexDefinition } from '../define_search_index.js'
import type { SemanticSettings } from '../define_search_type.js'
import type { SearchEngine } from '#app/search_engine/engine'
import { firstOf } from '../indexer/statements.js'
import { and, NONE, not, or, type QueryLeaf, type QueryTree } from '#app/search_engine/query/tree'
import { candidates, significantTerms } from '#app/search_engine/related/significant_terms'

/** Characters of a text that are looked at. */
const MAX_CHARACTERS = 500_000

export interface RelatedSearch {
  index: SearchIndexDefinition
  /** Names the long text, and the field that holds the keys of parents. */
  settings: SemanticSettings
  /** Keys of children. */
  ids: number[]
  /** Milliseconds the engine may take. */
  deadline: number
  signal?: AbortSignal
}

export class RelatedRecords {
  readonly #statements = new Map<string, NamedStatement>()

  constructor(
    readonly engine: SearchEngine,
    readonly reader: Reader
  ) {}

  /** Matches nothing when there are no such records, or no word of theirs is telling. */
  async tree({ index, settings, ids, ...limits }: RelatedSearch): Promise<QueryTree> {
    const { field, keys } = settings
    const rows = await this.reader.rows(this.#statement(index, field), [ids])
    const texts = rows.map(([, content, isHtml]) =>
      isHtml === 't' ? htmlText(content!, MAX_CHARACTERS) : content!
    )
    const words = candidates(texts)
    const leaves = [...words.keys()].map((word): QueryLeaf => ({
      op: 'word',
      fields: [field],
      word,
      form: 'exact',
    }))
    if (!leaves.length) return NONE
    const known = await this.engine.frequencies({ index: index.name, leaves, ...limits })
    const telling = significantTerms(words, known).map((word) =>
      leaves.find((leaf) => 'word' in leaf && leaf.word === word)
    )
    const parents = [...new Set(rows.map(([parent]) => Number(parent)))]
    return and(
      or(...telling.filter((leaf) => leaf !== undefined)),
      not({ op: 'is', field: keys.parent, values: parents })
    )
  }

  #statement(index: SearchIndexDefinition, field: string): NamedStatement {
    const known = this.#statements.get(index.name)
    if (known) return known
    const { children } = index.documents
    const sources = index.fields[field]?.texts
    if (!children || !sources)
      throw new Error(`"${field}" of the search index "${index.name}" is no text of its children`)
    const { from, key, parent, where = 'true' } = children
    const statement = new NamedStatement(
      `SELECT ${parent}, left(${firstOf(sources, ({ column }) => column, `''`)}, ${MAX_CHARACTERS}),
         ${firstOf(sources, ({ html }) => String(html), 'false')}
       FROM ${from} WHERE ${key} = ANY($1) AND (${where}) ORDER BY ${key}`
    )
    this.#statements.set(index.name, statement)
    return statement
  }
}
