/** The values of a parent or of a child, which are analysed where a query may match. */
import type { IndexDefinition, SearchValue } from '#app/search_engine/index_definition'
import { analyseRow, type AnalysedRow } from '#app/search_engine/query/evaluate'

export class MatchedRow {
  #analysed: AnalysedRow | undefined

  constructor(
    readonly index: IndexDefinition,
    readonly fields: Record<string, SearchValue>
  ) {}

  get analysed(): AnalysedRow {
    return (this.#analysed ??= analyseRow(this.index, this.fields))
  }
}
