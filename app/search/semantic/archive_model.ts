/**
 * The model of an index's vectors. Vectors of different models can't be compared, so a search
 * uses only those of one model.
 */
import { NamedStatement } from '#app/database/named_statement'
import type { Row } from '#app/database/reader'
import { InvalidValues } from '#app/support/domain_error'
import type { Embedder } from '#app/search_engine/embeddings/embedder'
import { DIMENSIONS, hasDimensions, modelTraits } from '#app/search_engine/embeddings/models'

interface RowReader {
  rows: (statement: NamedStatement, values: unknown[]) => Promise<Row[]>
}

/** Milliseconds for which the result of `isComplete` is cached. */
const CACHED_FOR = 2_000

const ANY_MODEL = new NamedStatement(
  'SELECT model FROM search_embedded WHERE index_name = $1 AND chunks > 0 LIMIT 1'
)
/** Each condition reads one entry of a database index. */
const INCOMPLETE = new NamedStatement(
  `SELECT EXISTS (SELECT 1 FROM search_to_embed WHERE index_name = $1 AND error IS NULL)
     OR EXISTS (SELECT 1 FROM search_embedded WHERE index_name = $1 AND model < $2)
     OR EXISTS (SELECT 1 FROM search_embedded WHERE index_name = $1 AND model > $2)
     OR NOT EXISTS (SELECT 1 FROM search_embedded WHERE index_name = $1)`
)
const WITH_MODEL = new NamedStatement(
  'SELECT key FROM search_embedded WHERE index_name = $1 AND model = $2 AND key = ANY($3::bigint[])'
)

export class ArchiveModel {
  #complete: { at: number; value: Promise<boolean> } | undefined

  /** @param embedder null if none is configured */
  constructor(
    readonly reader: RowReader,
    readonly index: string,
    readonly embedder: Embedder | null
  ) {}

  /** Without an embedder, the model of the stored vectors; null without vectors. */
  async name(): Promise<string | null> {
    const { embedder, index } = this
    if (embedder) return embedder.model
    const [row] = await this.reader.rows(ANY_MODEL, [index])
    return row?.[0] ?? null
  }

  /** Minimum similarity of a passage. */
  async atLeast(): Promise<number> {
    return modelTraits((await this.name()) ?? '').atLeast
  }

  /** @throws InvalidValues for a client's vector that can't be from this model */
  async check(vector: Float32Array): Promise<void> {
    const name = await this.name()
    if (name === null) return
    const { dimensions } = modelTraits(name)
    if (hasDimensions(vector, dimensions)) return
    const form =
      dimensions === DIMENSIONS
        ? `${DIMENSIONS} numbers that aren't padded with zeros`
        : `${dimensions} numbers followed by ${DIMENSIONS - dimensions} zeros`
    throw new InvalidValues({
      embedding: [
        `The vectors of this archive are from the model "${name}". Send a vector of the same model: ${form}.`,
      ],
    })
  }

  /** Whether all texts have vectors of this model. */
  async isComplete(): Promise<boolean> {
    if (this.#complete && Date.now() - this.#complete.at < CACHED_FOR) return this.#complete.value
    const value = this.#readComplete()
    this.#complete = { at: Date.now(), value }
    value.catch(() => (this.#complete = undefined))
    return value
  }

  /** The texts among these whose vectors are from this model. */
  async select(keys: number[]): Promise<Set<number>> {
    const name = await this.name()
    if (name === null || !keys.length) return new Set()
    const rows = await this.reader.rows(WITH_MODEL, [this.index, name, keys])
    return new Set(rows.map(([key]) => Number(key)))
  }

  async #readComplete(): Promise<boolean> {
    const name = await this.name()
    if (name === null) return false
    const [row] = await this.reader.rows(INCOMPLETE, [this.index, name])
    return row?.[0] === 'f'
  }
}
