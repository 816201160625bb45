/**
 * Compares the extractor to the automaton alone on the same texts and checks
 * that the time grows linearly.
 */
import type { Automaton } from '#app/citations/automaton'
import { makeExtractor } from '#app/citations/extractor'
import { buildCitationKnowledge } from '#app/citations/knowledge'
import { resolve } from '#app/citations/resolve'
import { median, milliseconds, printTable, ratio, whole } from '#tests/bench/table'
import { citationTables } from '../../citation_tables.js'
import { hostileTexts, prose } from './texts.js'

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000]
const HOSTILE = [100_000, 1_000_000]
/** Total characters to read per size, in several rounds. */
const READ = 20_000_000

export function benchCitations(): void {
  const started = performance.now()
  const extract = makeExtractor(citationTables())
  const { automaton } = buildCitationKnowledge(citationTables()).keywords
  console.log(
    `citations: tables read and automaton built in ${whole(performance.now() - started)} ms`
  )

  printTable(
    [
      'prose',
      'MB/s',
      'citations/s',
      'texts/s',
      'ms each',
      'bare automaton MB/s',
      'ratio',
      'resolve ms',
    ],
    SIZES.map((size) => {
      const text = prose(size)
      const rounds = Math.max(3, Math.round(READ / size / 4))
      let found = extract(text)
      const own = timed(rounds, () => (found = extract(text)))
      const bare = timed(rounds, () => run(automaton, text))
      const grouping = timed(3, () => resolve(found))
      return [
        `${whole(size)} characters`,
        ratio(text.length / own / 1000),
        whole((found.length / own) * 1000),
        whole(1000 / own),
        milliseconds(own),
        ratio(text.length / bare / 1000),
        ratio(bare / own),
        milliseconds(grouping),
      ]
    })
  )

  const sizes = HOSTILE.map((size) => hostileTexts(size))
  printTable(
    ['hostile texts', ...HOSTILE.map((size) => `ms, ${whole(size)}`), 'times', 'resolve ms'],
    [...sizes[0]!.keys()].map((name) => {
      const times = sizes.map((texts) => timed(3, () => extract(texts.get(name)!)))
      const found = extract(sizes[1]!.get(name)!)
      const grouping = timed(1, () => resolve(found))
      return [
        name,
        ...times.map(milliseconds),
        ratio(times[1]! / times[0]!),
        milliseconds(grouping),
      ]
    })
  )
}

function run(automaton: Automaton, text: string): number {
  let words = 0
  automaton.run(text, () => words++)
  return words
}

/** Returns the median duration of a call in milliseconds. */
function timed(rounds: number, call: () => unknown): number {
  return median(
    Array.from({ length: rounds }, () => {
      const started = performance.now()
      call()
      return performance.now() - started
    })
  )
}
