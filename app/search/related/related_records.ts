/**
 * The query for `related:1,2`: records that contain the distinctive words of
 * these children's texts, excluding their own parents (search.md 4.2).
 */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { htmlText } from '#app/search_engine/analysis/html_text'
import type { SearchIndexDefinition } from '../define_search_index.js'
import type { SemanticSettings } from '../define_search_type.js'
import type { SearchEngine } from '#app/search_engine/engine'
import { buildFirstTextSql } from '../indexer/statements.js'
import { and, NONE, not, or, type QueryLeaf, type QueryTree } from '#app/search_engine/query/tree'
import { candidates, significantTerms } from '#app/search_engine/related/significant_terms'

/** Maximum number of characters read from a text. */
const MAX_CHARACTERS = 500_000

export interface RelatedSearch {
  index: SearchIndexDefinition
  /** Names the long text, and the field with the keys of parents. */
  settings: SemanticSettings
  /** Keys of children. */
  ids: number[]
  /** Timeout of the engine, in milliseconds. */
  deadline: number
  signal?: AbortSignal
}

export class RelatedRecords {
  readonly #statements = new Map<string, NamedStatement>()

  constructor(
    readonly engine: SearchEngine,
    readonly reader: Reader
  ) {}

  /** Matches nothing if the records don't exist or their texts have no distinctive words. */
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
    const known = await this.engine.frequencies({ index: index.name, trees: leaves, ...limits })
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
      throw new Error(
        `"${field}" of the search index "${index.name}" isn't a text field of its children`
      )
    const { from, key, parent, where = 'true' } = children
    const statement = new NamedStatement(
      `SELECT ${parent}, left(${buildFirstTextSql(sources, ({ column }) => column, `''`)}, ${MAX_CHARACTERS}),
         ${buildFirstTextSql(sources, ({ html }) => String(html), 'false')}
       FROM ${from} WHERE ${key} = ANY($1) AND (${where}) ORDER BY ${key}`
    )
    this.#statements.set(index.name, statement)
    return statement
  }
}
