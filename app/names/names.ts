import type { Renames } from './define_public_names.js'

const WORD = /[A-Za-z_]\w*/g

/** The names of a resource or index, in both directions. */
export class Names {
  readonly #public: ReadonlyMap<string, string>
  readonly #own: ReadonlyMap<string, string>

  constructor(renames: Renames = {}) {
    this.#public = new Map(Object.entries(renames))
    this.#own = new Map([...this.#public].map(([own, name]) => [name, own]))
  }

  get size(): number {
    return this.#public.size
  }

  [Symbol.iterator](): Iterator<[own: string, name: string]> {
    return this.#public[Symbol.iterator]()
  }

  has(own: string): boolean {
    return this.#public.has(own)
  }

  toPublic(own: string): string {
    return this.#public.get(own) ?? own
  }

  toOwn(name: string): string {
    return this.#own.get(name) ?? name
  }

  /** Renames an object's keys to public names, keeping their order. */
  keys<T>(object: Record<string, T>): Record<string, T> {
    return Object.fromEntries(
      Object.entries(object).map(([own, value]) => [this.toPublic(own), value])
    )
  }

  /** The inverse of `keys`. */
  ownKeys<T>(object: Record<string, T>): Record<string, T> {
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => [this.toOwn(name), value])
    )
  }

  /** Replaces Curia's names in a text by public names, including names with lookups. */
  inText(text: string): string {
    return replaced(text, this.#public)
  }

  /** The inverse of `inText`, for a parameter name with its lookup and exclusion marker. */
  parameter(name: string): string {
    return replaced(name, this.#own)
  }
}

function replaced(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(WORD, (word) =>
    word
      .split('__')
      .map((part) => names.get(part) ?? part)
      .join('__')
  )
}

/** Renames the keys of all objects in a JSON value to public names. */
export function withPublicKeys(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((each) => withPublicKeys(each, names))
  if (typeof value !== 'object' || value === null) return value
  return names.keys(
    Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, withPublicKeys(inner, names)])
    )
  )
}
