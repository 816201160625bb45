/** `filter_by`: whether a document matches (typesense.md §3). */
import { BadRequest, type Document, type FieldSchema, type Store } from './store.js'
import { tokenizeText } from './tokens.js'

export type Predicate = (document: Document) => boolean

export interface FilterOptions {
  /** Maximum number of words a prefix expands to. The default is 4 (§3). */
  candidates: number
  /** Leaves and operators of a filter (§3). */
  mostOperations: number
}

/** @throws BadRequest */
export function parseFilter(text: string, store: Store, options: FilterOptions): Predicate {
  return new Parser(text, store, options).run()
}

class Parser {
  #at = 0
  #operations = 0

  constructor(
    readonly text: string,
    readonly store: Store,
    readonly options: FilterOptions
  ) {}

  run(): Predicate {
    const all = this.#expression()
    if (this.#at < this.text.length) throw new BadRequest('Could not parse the filter query.')
    return all
  }

  /** `&&` and `||` have equal precedence and associate left to right (§3). */
  #expression(): Predicate {
    let left = this.#primary()
    for (;;) {
      this.#skip()
      const operator = this.text.slice(this.#at, this.#at + 2)
      if (operator !== '&&' && operator !== '||') return left
      this.#at += 2
      this.#count()
      const [one, other] = [left, this.#primary()]
      left =
        operator === '&&'
          ? (document) => one(document) && other(document)
          : (document) => one(document) || other(document)
    }
  }

  #primary(): Predicate {
    this.#skip()
    // `!( … )` isn't supported (§3).
    if (this.text[this.#at] !== '(') return this.#leaf()
    this.#at++
    const inner = this.#expression()
    this.#skip()
    if (this.text[this.#at] !== ')') throw new BadRequest('Could not parse the filter query.')
    this.#at++
    return inner
  }

  #leaf(): Predicate {
    this.#count()
    const name = /^[\w.]+(?=:)/.exec(this.text.slice(this.#at, this.#at + 200))?.[0]
    if (!name) throw new BadRequest('Could not parse the filter query.')
    this.#at += name.length + 1
    const value = this.#value().trim()
    const field = this.store.field(name)
    if (!field)
      throw new BadRequest(`Could not find a filter field named \`${name}\` in the schema.`)
    return field.type.startsWith('string')
      ? textLeaf(field, value, this.store, this.options)
      : numberLeaf(field, value)
  }

  /** Reads up to a delimiter. Brackets, quotes, and backticks protect their contents. */
  #value(): string {
    const start = this.#at
    let closing = ''
    for (; this.#at < this.text.length; this.#at++) {
      const sign = this.text[this.#at]!
      if (closing) {
        if (sign === closing) closing = ''
        continue
      }
      if (sign === '[' || sign === '"' || sign === '`') closing = sign === '[' ? ']' : sign
      else if (sign === ')' || /^(&&|\|\|)/.test(this.text.slice(this.#at, this.#at + 2))) break
    }
    return this.text.slice(start, this.#at)
  }

  #skip(): void {
    while (this.text[this.#at] === ' ') this.#at++
  }

  #count(): void {
    if (++this.#operations > this.options.mostOperations)
      throw new BadRequest('`filter_by` has too many operations.')
  }
}

/** Whether a field of a document matches, and with which operator. */
function signed(text: string): { negated: boolean; whole: boolean; value: string } {
  const sign = /^(!=|!|=)?/.exec(text)![0]
  return {
    negated: sign.startsWith('!'),
    whole: sign.endsWith('='),
    value: text.slice(sign.length).trim(),
  }
}

/** Negated leaves include documents without the field (§3). */
const withSign = (negated: boolean, holds: Predicate): Predicate =>
  negated ? (document) => !holds(document) : holds

function textLeaf(
  { name }: FieldSchema,
  text: string,
  store: Store,
  { candidates }: FilterOptions
): Predicate {
  const { negated, whole, value } = signed(text)
  const items = value.startsWith('[') ? splitList(value) : [value]
  const isPhrase = (item: string) => item.startsWith('"')
  // The first value of a list determines how all are compared. Words before a phrase match nothing (§3).
  const areMixed = !isPhrase(items[0] ?? '') && items.some(isPhrase)
  const asPhrases = isPhrase(items[0] ?? '')
  const values = items.map((item) => {
    const bare = item.replace(/^["`]|["`]$/g, '')
    const words = tokenizeText(bare)
    if (!words.length) throw new BadRequest(`Error with filter field \`${name}\`: no tokens.`)
    return { bare, words, isPrefix: item.endsWith('*') }
  })
  const plain = values.filter(({ isPrefix }) => asPhrases || !isPrefix)
  const prefixes = values.filter(({ isPrefix }) => !asPhrases && isPrefix)
  const holds = whole ? holdsWhole() : holdsWords()
  return withSign(negated, areMixed ? () => false : holds)

  function holdsWhole(): Predicate {
    if (name === 'id') {
      const ids = new Set(values.map(({ bare }) => bare))
      return ({ id }) => ids.has(id)
    }
    const index = store.wholes(name)
    const wanted = plain.map(({ words }) => words.join(' '))
    const begun = prefixes.flatMap(({ words }) => index.beginning(words.join(' ')))
    const found = index.withAny(new Set([...wanted, ...begun]))
    return (document) => found.has(document)
  }

  function holdsWords(): Predicate {
    const index = store.words(name)
    const haveAll = (words: string[]) => {
      const each = words.map((word) => index.with(word))
      return (document: Document) => each.every((documents) => documents.has(document))
    }
    if (asPhrases) {
      const phrases = plain.map(({ words }) => ({ words, haveAll: haveAll(words) }))
      return (document) =>
        phrases.some(
          (phrase) =>
            phrase.haveAll(document) && store.tokens(document, name).hasPhrase(phrase.words)
        )
    }
    const single = index.withAny(
      new Set(plain.flatMap(({ words }) => (words.length === 1 ? words : [])))
    )
    const several = plain.flatMap(({ words }) => (words.length > 1 ? [haveAll(words)] : []))
    // A prefix expands to this many words of the field (§3).
    const begun = prefixes.map(({ words }) => ({
      before: haveAll(words.slice(0, -1)),
      ends: index.withAny(index.beginning(words.at(-1)!).slice(0, candidates)),
    }))
    return (document) =>
      single.has(document) ||
      several.some((have) => have(document)) ||
      begun.some(({ before, ends }) => ends.has(document) && before(document))
  }
}

type Numeric = number | bigint

function numberLeaf({ name, type }: FieldSchema, text: string): Predicate {
  const { negated, value } = signed(text)
  const read = (part: string): Numeric => {
    const trimmed = part.trim()
    if (!/^-?\d+(\.\d+)?$/.test(trimmed))
      throw new BadRequest(`Error with filter field \`${name}\`: Not an ${type}.`)
    return type.startsWith('int') ? BigInt(trimmed) : Number(trimmed)
  }
  const compare = (holds: (value: Numeric) => boolean): Predicate =>
    withSign(negated, (document) => {
      const given = document[name]
      if (given === undefined || given === null) return false
      return Array.isArray(given)
        ? given.some((one) => holds(one as Numeric))
        : holds(given as Numeric)
    })
  const [sign = ''] = /^(<=|>=|<|>)?/.exec(value)!
  if (sign) {
    const bound = read(value.slice(sign.length))
    if (sign === '<') return compare((one) => one < bound)
    if (sign === '<=') return compare((one) => one <= bound)
    return sign === '>' ? compare((one) => one > bound) : compare((one) => one >= bound)
  }
  const items = value.startsWith('[') ? splitList(value) : [value]
  const single = new Set<number>()
  const others: ((one: Numeric) => boolean)[] = []
  for (const item of items) {
    const [from, to] = item.split('..')
    if (to !== undefined) {
      const [least, most] = [read(from!), read(to)]
      others.push((one) => one >= least && one <= most)
      continue
    }
    const exact = read(item)
    if (exact >= -MOST_SAFE && exact <= MOST_SAFE) single.add(Number(exact))
    else others.push((one) => one === exact)
  }
  return compare((one) => single.has(one as number) || others.some((holds) => holds(one)))
}

const MOST_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** Values of a list. Quotes and backticks protect commas. */
function splitList(text: string): string[] {
  const items = text.slice(1, text.lastIndexOf(']')).match(/(?:"[^"]*"|`[^`]*`|[^,])+/g) ?? []
  return items.map((item) => item.trim()).filter(Boolean)
}
