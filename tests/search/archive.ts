/**
 * A small random archive for searches: documents of an index with every kind of
 * field, and random query trees.
 */
import { randomInt } from 'node:crypto'
import { type ChildDocument, type ParentDocument } from '#app/search_engine/index_definition'
import { defineSearchIndex } from '#app/search/define_search_index'

/** Rows are joined from two levels. Parties are stored with the parent's own row. */
export const CASES = defineSearchIndex({
  name: 'cases',
  label: 'Cases',
  ownRow: 'always',
  yearsOfAge: 20,
  documents: {
    parents: { from: 'cases c', key: 'c.id', date: 'c.filed' },
    children: { from: 'papers p', key: 'p.id', parent: 'p.case_id' },
  },
  follows: {},
  fields: {
    name: { kind: 'text', level: 'parent', weight: 4 },
    court: { kind: 'keyword', level: 'parent', facet: true, sorted: true },
    filed: { kind: 'date', level: 'parent', facet: true, sorted: true },
    cited: { kind: 'number', level: 'parent', facet: true, sorted: true },
    sealed: { kind: 'boolean', level: 'parent', facet: true },
    judges: { kind: 'number', level: 'parent', several: true },
    aliases: { kind: 'text', level: 'parent', several: true, weight: 1 },
    party: { kind: 'text', level: 'parent', several: true, ownRow: true },
    party_id: { kind: 'number', level: 'parent', several: true, ownRow: true },
    heard: { kind: 'date', level: 'parent', several: true },
    served: { kind: 'date', level: 'parent', several: true, ownRow: true },
    text: { kind: 'text', level: 'child', weight: 1 },
    title: { kind: 'text', level: 'child', weight: 2 },
    entered: { kind: 'date', level: 'child', facet: true, sorted: true },
    number: { kind: 'number', level: 'child', facet: true, sorted: true },
    cites: { kind: 'number', level: 'child', several: true },
    stamp: { kind: 'datetime', level: 'child', sorted: true },
    opened: { kind: 'datetime', level: 'child', several: true },
  },
})

/** The same without parties, where only parents without children have their own row. */
export const CLUSTERS = defineSearchIndex({
  ...CASES,
  name: 'clusters',
  label: 'Clusters',
  ownRow: 'without children',
  fields: Object.fromEntries(Object.entries(CASES.fields).filter(([, { ownRow }]) => !ownRow)),
})

/** Seed of a run. Failed tests print it, and CURIA_TEST_SEED repeats it. */
export function freshSeed(): number {
  return Number(process.env.CURIA_TEST_SEED ?? randomInt(2 ** 31))
}

/** Numbers from 0 to 1, identical for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

export const WORDS =
  `court courts judge judges ruling rulings appeal appeals motion motions denied granting granted
  state statement states law laws lawyer evidence evident tax taxes taxing liability liable contract contracting
  v re § $ 12 2nd first fed supp café naïve ß Ωmega plaintiff defendant order orders 0042 u.s. f.3d o'neil`.split(
    /\s+/
  )

export interface Archive {
  parents: ParentDocument[]
  children: ChildDocument[]
}

/** A text with ends of sentences and paragraphs, the same for the same words. */
function withSentences(text: string): string {
  let sinceEnd = text.length % 7
  return text.replaceAll(/ (\p{L})/gu, (space, letter: string) => {
    if (++sinceEnd < 5) return space
    sinceEnd = letter.charCodeAt(0) % 3
    return sinceEnd === 1 ? `.\n\n${letter.toUpperCase()}` : `. ${letter.toUpperCase()}`
  })
}

export function makeArchive(seed: number, parents: number): Archive {
  const next = random(seed)
  const below = (most: number) => Math.floor(next() * most)
  const word = () => WORDS[Math.floor(WORDS.length * next() ** 2)]!
  const words = (most: number) =>
    Array.from({ length: below(most + 1) }, word).join(next() < 0.1 ? '; ' : ' ')
  const day = () => new Date(Date.UTC(1990, 0, 1 + below(200) * 40)).toISOString().slice(0, 10)
  const date = () => (next() < 0.1 ? null : day())
  const time = () => new Date(Date.UTC(2020, 0, 1 + below(60), below(24))).toISOString()
  const list = <Item>(most: number, make: () => Item) =>
    Array.from({ length: below(most + 1) }, make)
  const archive: Archive = { parents: [], children: [] }
  let child = 0
  for (let key = 1; key <= parents; key++) {
    const filed = date()
    archive.parents.push({
      key,
      date: filed,
      factor: [1, 0.8, 0.6, 0.4][below(4)]!,
      fields: {
        name: words(4),
        court: next() < 0.1 ? null : ['ca9', 'scotus', 'NYSD', 'a b%'][below(4)]!,
        filed,
        cited: next() < 0.2 ? null : below(12),
        sealed: next() < 0.2 ? null : next() < 0.5,
        judges: list(3, () => below(8)),
        aliases: list(3, () => words(3)),
        party: list(4, () => words(3)),
        party_id: list(3, () => below(10)),
        heard: list(3, day),
        served: list(2, day),
      },
    })
    for (let count = [0, 1, 1, 1, 2, 3, 6][below(7)]!; count > 0; count--)
      archive.children.push({
        key: ++child,
        parent: key,
        fields: {
          text: withSentences(words(30)),
          title: next() < 0.3 ? null : words(3),
          entered: date(),
          number: next() < 0.2 ? null : below(40) / 4,
          cites: list(3, () => below(20)),
          stamp: next() < 0.2 ? null : time(),
          opened: list(3, time),
        },
      })
  }
  return archive
}
