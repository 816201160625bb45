/** Random query trees over the fields of an index: every operator, nested. */
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import type {
  Chain,
  Link,
  Operand,
  QueryLeaf,
  QueryTree,
  TermLeaf,
} from '#app/search_engine/query/tree'
import { analyse } from '#app/search_engine/analysis/analyse'
import { WORDS } from './archive.js'

const ANALYSED = analyse(WORDS.join(' '))

/** @param withConnectors includes terms joined by connectors, which not every engine supports */
export function randomTree(
  next: () => number,
  index: SearchIndexDefinition,
  depth: number,
  withConnectors = true
): QueryTree {
  const below = (most: number) => Math.floor(next() * most)
  const several = (most: number) =>
    Array.from({ length: 1 + below(most) }, () =>
      randomTree(next, index, depth - 1, withConnectors)
    )
  if (depth > 0) {
    const choice = below(10)
    if (choice < 3) return { op: 'and', of: several(3) }
    if (choice < 6) return { op: 'or', of: several(3) }
    if (choice < 7) return { op: 'not', of: randomTree(next, index, depth - 1, withConnectors) }
  }
  return withConnectors && next() < 0.2 ? randomConnected(next, index) : randomLeaf(next, index)
}

export function randomLeaf(next: () => number, { fields }: SearchIndexDefinition): QueryTree {
  const below = (most: number) => Math.floor(next() * most)
  const pick = <Item>(items: Item[]): Item => items[below(items.length)]!
  const named = (...kinds: string[]) =>
    Object.keys(fields).filter((name) => kinds.includes(fields[name]!.kind))
  const form = pick(['stem', 'exact'] as const)
  const word = () => ANALYSED[form][Math.floor(ANALYSED.exact.length * next() ** 2)]!
  const written = () => pick(ANALYSED.exact)
  const texts = () => {
    const all = named('text')
    return next() < 0.3 ? all : [...new Set([pick(all), pick(all)])]
  }
  const words = (most: number) => Array.from({ length: 2 + below(most - 1) }, word)
  const leaves: (() => QueryTree)[] = [
    () => ({ op: 'word', fields: texts(), word: word(), form }),
    () => ({ op: 'word', fields: texts(), word: word(), form }),
    () => ({ op: 'phrase', fields: texts(), words: words(2), form }),
    () => ({
      op: 'near',
      fields: texts(),
      words: words(3),
      form,
      distance: pick([0, 1, 3, 10, 100]),
    }),
    () => ({ op: 'prefix', fields: texts(), prefix: written().slice(0, 1 + below(5)) }),
    () => ({ op: 'wildcard', fields: texts(), pattern: punched(written(), next) }),
    () => ({ op: 'fuzzy', fields: texts(), word: written(), edits: pick([1, 2] as const) }),
    () => range(next, pick(named('number', 'date', 'datetime')), fields),
    () => is(next, pick(named('keyword', 'number', 'boolean')), fields),
    () => pick<QueryTree>([{ op: 'all' }, { op: 'none' }]),
    () => ({ op: 'word', fields: ['nowhere'], word: word(), form }),
  ]
  // Occasionally everything, nothing, and unknown fields.
  return leaves[next() < 0.05 ? 9 + below(2) : below(9)]!()
}

/** Terms joined by connectors. */
export function randomConnected(
  next: () => number,
  index: SearchIndexDefinition
): QueryLeaf & { op: 'connected' } {
  const below = (most: number) => Math.floor(next() * most)
  const pick = <Item>(items: Item[]): Item => items[below(items.length)]!
  const all = Object.keys(index.fields).filter((name) => index.fields[name]!.kind === 'text')
  const fields = next() < 0.5 ? all : next() < 0.7 ? ['text'] : [...new Set([pick(all), pick(all)])]
  const term = (): TermLeaf => {
    const form = pick(['stem', 'exact'] as const)
    const word = () => ANALYSED[form][Math.floor(ANALYSED.exact.length * next() ** 2)]!
    const written = pick(ANALYSED.exact)
    const terms: (() => TermLeaf)[] = [
      () => ({ op: 'phrase', fields, words: [word(), word()], form }),
      () => ({ op: 'prefix', fields, prefix: written.slice(0, 2 + below(3)) }),
      () => ({ op: 'wildcard', fields, pattern: punched(written, next) }),
      () => ({ op: 'fuzzy', fields, word: written, edits: 1 }),
      () => ({ op: 'word', fields, word: word(), form }),
    ]
    return terms[Math.min(4, below(12))]!()
  }
  const link = (): Link => ({
    unit: pick(['word', 'word', 'sentence', 'paragraph'] as const),
    distance: pick([1, 2, 3, 5, 20, 255]),
    ordered: next() < 0.3,
    inside: next() < 0.7 ? null : pick(['sentence', 'paragraph'] as const),
  })
  const operand = (depth: number): Operand => {
    const choice = depth > 0 ? below(10) : 9
    if (choice < 1) return chain(depth - 1)
    if (choice < 2) return { is: 'any', of: [operand(depth - 1), operand(depth - 1)] }
    return { is: 'terms', of: Array.from({ length: next() < 0.7 ? 1 : 1 + below(3) }, term) }
  }
  const chain = (depth: number): Chain => {
    const of = Array.from({ length: 2 + below(2) }, () => operand(depth))
    return { is: 'chain', of, links: of.slice(1).map(link) }
  }
  return { op: 'connected', fields, chain: chain(2) }
}

/** A word with some of its letters replaced by wildcards. */
function punched(word: string, next: () => number): string {
  return [...word].map((letter) => (next() < 0.2 ? '?' : next() < 0.2 ? '*' : letter)).join('')
}

function range(
  next: () => number,
  field: string,
  fields: SearchIndexDefinition['fields']
): QueryLeaf {
  const bound = (): number => {
    switch (fields[field]!.kind) {
      case 'date':
        return Date.UTC(1990, 0, 1) / 86_400_000 + Math.floor(next() * 8000)
      case 'datetime':
        return Date.UTC(2020, 0, 1) + Math.floor(next() * 60) * 86_400_000
      default:
        return Math.floor(next() * 20)
    }
  }
  const [one, other] = [bound(), bound()].sort((a, b) => a - b)
  return {
    op: 'range',
    field,
    from: next() < 0.3 ? null : one!,
    to: next() < 0.3 ? null : other!,
  }
}

function is(next: () => number, field: string, fields: SearchIndexDefinition['fields']): QueryLeaf {
  const value = () => {
    switch (fields[field]!.kind) {
      case 'keyword':
        return ['ca9', 'scotus', 'nysd', 'a b%', 'none'][Math.floor(next() * 5)]!
      case 'boolean':
        return next() < 0.5 ? 'true' : 'false'
      default:
        return Math.floor(next() * 12)
    }
  }
  return { op: 'is', field, values: Array.from({ length: 1 + Math.floor(next() * 2) }, value) }
}
