/** Collections and documents of one node. */
import { FieldTokens } from './tokens.js'
import { WordIndex } from './words.js'

export type Document = Record<string, unknown> & { id: string }

export interface FieldSchema {
  name: string
  type: string
  facet?: boolean
  optional?: boolean
  sort?: boolean
  num_dim?: number
}

export interface Schema {
  name: string
  fields: FieldSchema[]
}

/** Results in an error response with this status. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string
  ) {
    super(message)
  }
}

export class BadRequest extends Refusal {
  constructor(message: string) {
    super(400, message)
  }
}

export interface LineResult {
  success: boolean
  code?: number
  error?: string
}

/** Nodes share documents, so documents are immutable: each change creates a new one. */
const TOKENS = new WeakMap<Document, Map<string, FieldTokens>>()

export class Store {
  readonly #documents = new Map<string, Document>()
  readonly #fields: Map<string, FieldSchema>
  /** Fields that a filter has used. */
  readonly #indexes = new Map<string, WordIndex>()

  constructor(readonly schema: Schema) {
    this.#fields = new Map(schema.fields.map((field) => [field.name, field]))
  }

  /** In insertion order. */
  get documents(): ReadonlyMap<string, Document> {
    return this.#documents
  }

  field(name: string): FieldSchema | undefined {
    return name === 'id' ? { name, type: 'string' } : this.#fields.get(name)
  }

  tokens(document: Document, field: string): FieldTokens {
    let known = TOKENS.get(document)
    if (!known) TOKENS.set(document, (known = new Map()))
    let tokens = known.get(field)
    if (!tokens) known.set(field, (tokens = new FieldTokens(document[field] ?? [])))
    return tokens
  }

  /** Documents by the words of a field. */
  words(field: string): WordIndex {
    return this.#indexOf(`${field} words`, (document) => this.tokens(document, field).all)
  }

  /** Documents by the whole values of a field. */
  wholes(field: string): WordIndex {
    return this.#indexOf(`${field} wholes`, (document) => this.tokens(document, field).wholes)
  }

  #indexOf(name: string, wordsOf: (document: Document) => Set<string>): WordIndex {
    let known = this.#indexes.get(name)
    if (!known) this.#indexes.set(name, (known = new WordIndex(wordsOf, this.#documents.values())))
    return known
  }

  /** Adds a document, or replaces the document with the same ID. */
  put(document: Document): void {
    const known = this.#documents.get(document.id)
    this.#documents.set(document.id, document)
    for (const words of this.#indexes.values()) {
      if (known) words.remove(known)
      words.add(document)
    }
  }

  remove(document: Document): void {
    this.#documents.delete(document.id)
    for (const words of this.#indexes.values()) words.remove(document)
  }

  /** One line of an import. A failed line doesn't affect the others (typesense.md §11). */
  write(given: Document, action: string): LineResult {
    const known = this.#documents.get(given.id)
    if (action === 'create' && known)
      return { success: false, code: 409, error: `A document with id ${given.id} already exists.` }
    if (action === 'update' && !known)
      return { success: false, code: 404, error: `Could not find a document with id: ${given.id}` }
    const isPartial = action === 'update' || action === 'emplace'
    const document = isPartial ? { ...known, ...given } : given
    const error = this.#problemOf(document)
    if (error) return { success: false, code: 400, error }
    this.put(document)
    return { success: true }
  }

  #problemOf(document: Document): string | null {
    for (const { name, type, optional, num_dim: dimensions } of this.#fields.values()) {
      const value = document[name]
      if (value === undefined || value === null) {
        if (!optional) return `Field \`${name}\` has been declared in the schema, but is not found.`
        continue
      }
      const list = type.endsWith('[]')
      if (list !== Array.isArray(value)) return `Field \`${name}\` must be ${type}.`
      const isText = type.startsWith('string')
      for (const one of list ? (value as unknown[]) : [value])
        if (isText !== (typeof one === 'string')) return `Field \`${name}\` must be ${type}.`
      if (dimensions && (value as unknown[]).length !== dimensions)
        return `Field \`${name}\` must have ${dimensions} dimensions.`
    }
    return null
  }
}

/** Parses JSON with int64 numbers. */
export function parseLine(line: string): Document {
  return JSON.parse(line, function (_, value: unknown, ...[context]: { source: string }[]) {
    if (
      typeof value !== 'number' ||
      Number.isSafeInteger(value) ||
      !/^-?\d+$/.test(context!.source)
    )
      return value
    return BigInt(context!.source)
  } as (key: string, value: unknown) => unknown) as Document
}
