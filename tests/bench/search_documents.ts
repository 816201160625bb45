/** Generated opinions with realistic word frequencies (Zipf), identical in every run. */
import { type ChildDocument, type ParentDocument } from '#app/search_engine/index_definition'
import { defineSearchIndex } from '#app/search/define_search_index'
import type { SearchEngine } from '#app/search_engine/engine'
import { random } from '#tests/search/archive'

export const BENCH_INDEX = defineSearchIndex({
  name: 'bench',
  label: 'Bench',
  ownRow: 'without children',
  yearsOfAge: 50,
  documents: {
    parents: { from: 'clusters c', key: 'c.id', date: 'c.filed' },
    children: { from: 'opinions o', key: 'o.id', parent: 'o.cluster_id' },
  },
  follows: {},
  fields: {
    cluster_id: { kind: 'number', level: 'parent' },
    id: { kind: 'number', level: 'child' },
    caseName: { kind: 'text', level: 'parent', weight: 4 },
    docketNumber: { kind: 'text', level: 'parent', weight: 2 },
    court: { kind: 'keyword', level: 'parent', facet: true },
    status: { kind: 'keyword', level: 'parent', facet: true },
    dateFiled: { kind: 'date', level: 'parent', facet: true },
    citeCount: { kind: 'number', level: 'parent' },
    kind: { kind: 'keyword', level: 'child', facet: true },
    author: { kind: 'number', level: 'child', facet: true },
    text: { kind: 'text', level: 'child', weight: 1 },
  },
})

const VOCABULARY = 200_000
/** Words with a known share of all texts, for the query classes. */
export const PLANTED = {
  fifth: ['alphafifth', 'betafifth', 'gammafifth'],
  all: 'everywhere',
  rare: 'seldom',
}

export interface BenchDocument {
  parent: ParentDocument
  child: ChildDocument
  bytes: number
}

export function* benchDocuments(count: number, length: number): Generator<BenchDocument> {
  const next = random(17)
  const words = Array.from({ length: VOCABULARY }, (_, at) => spelled(at))
  const word = () => words[Math.floor(VOCABULARY ** next()) - 1]!
  for (let key = 1; key <= count; key++) {
    const text = Array.from({ length }, word)
    const plant = (planted: string) => (text[Math.floor(next() * length)] = planted)
    plant(PLANTED.all)
    for (const planted of PLANTED.fifth) if (next() < 0.2) plant(planted)
    if (next() < 0.01) plant(PLANTED.rare)
    if (next() < 0.002) text.splice(Math.floor(next() * (length - 2)), 2, 'summary', 'judgment')
    const filed = new Date(Date.UTC(1900, 0, 1 + Math.floor((key / count) * 45_000)))
    const date = filed.toISOString().slice(0, 10)
    const body = inSentences(text)
    const caseName = `${word()} v. ${word()}`
    yield {
      parent: {
        key,
        date,
        factor: [1, 0.8, 0.6, 0.4][key % 4]!,
        fields: {
          cluster_id: key,
          caseName,
          docketNumber: `${key % 100}-${1000 + (key % 9000)}`,
          court: `court${key % 200}`,
          status: key % 10 ? 'Published' : 'Unpublished',
          dateFiled: date,
          citeCount: key % 977,
        },
      },
      child: {
        key,
        parent: key,
        fields: {
          id: key,
          text: body,
          kind: ['lead', 'concurrence', 'dissent'][key % 3]!,
          author: key % 1999,
        },
      },
      bytes: body.length + caseName.length,
    }
  }
}

const SENTENCE = 20
const PARAGRAPH = 100

/** Sentences and paragraphs of fixed lengths. */
function inSentences(words: string[]): string {
  return words
    .map((word, at) => {
      const shown = at % SENTENCE ? word : word[0]!.toUpperCase() + word.slice(1)
      if ((at + 1) % PARAGRAPH === 0) return `${shown}.\n\n`
      return (at + 1) % SENTENCE === 0 ? `${shown}. ` : `${shown} `
    })
    .join('')
}

/**
 * Writes opinions into the index. Returns the bytes of their texts, and
 * milliseconds without generating them.
 */
export async function writeBenchIndex(
  engine: SearchEngine,
  opinions: number,
  words: number
): Promise<{ bytes: number; time: number }> {
  const documents = benchDocuments(opinions, words)
  let bytes = 0
  let generating = 0
  const started = performance.now()
  const writer = await engine.openWriter(BENCH_INDEX.name, 'rebuild')
  for (;;) {
    const before = performance.now()
    const { value, done } = documents.next()
    generating += performance.now() - before
    if (done) break
    bytes += value.bytes
    await writer.startParent(value.parent, { isNew: true })
    await writer.putChildren([value.child])
    await writer.finishParent({ complete: true })
    if (value.parent.key % 5000 === 0) await writer.commit(String(value.parent.key))
  }
  await writer.commit('end')
  await writer.close()
  await engine.swap(BENCH_INDEX.name)
  return { bytes, time: performance.now() - started - generating }
}

/** A synthetic word for a number. Common words are short. */
function spelled(at: number): string {
  const syllables = ['ba', 'con', 'di', 'er', 'fo', 'gat', 'hu', 'in', 'jo', 'ka', 'lem', 'mo']
  let word = ''
  for (let left = at + 12; left > 0; left = Math.floor(left / 12)) word += syllables[left % 12]
  return at % 3 ? word : `${word}s`
}
