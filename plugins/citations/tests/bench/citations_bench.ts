/**
 * Compares the extractor to the automaton alone on the same texts and checks
 * that the time grows linearly. Also prints recall by kind over the labeled texts and
 * the shared corpora, and the CPU time of a brief check.
 */
import type { Automaton } from '#app/citations/automaton'
import { makeExtractor } from '#app/citations/extractor'
import { buildCitationKnowledge } from '#app/citations/knowledge'
import { resolve } from '#app/citations/resolve'
import { median, milliseconds, printTable, ratio, whole } from '#tests/bench/table'
import { citationTables } from '../../citation_tables.js'
import { readBrief } from '../../checks/brief_citations.js'
import checkCitations from '../../checks/check_task.js'
import type { StoredDecision } from '../../checks/read_decisions.js'
import { MAX_CITATIONS } from '../../lookup/look_up.js'
import {
  Comparison,
  extracted,
  inTheirFields,
  NO_CORPUS,
  percent,
  records,
  type ExpectedText,
} from '../comparison.js'
import { readLabeledTexts, scoreTexts } from '../labeled_citations.js'
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

  printRecall()
  printBriefCheck()
}

/** Recall by kind; differences that the specs accept are included. */
function printRecall(): void {
  const texts = readLabeledTexts()
  printTable(
    ['labeled texts', 'found', 'missed', 'wrong', 'recall %'],
    scoreTexts(texts).map(({ label, found, missed, wrong }) => [
      label,
      whole(found),
      whole(missed.length),
      whole(wrong.length),
      percent(found, found + missed.length),
    ])
  )
  if (NO_CORPUS) return console.log(`${NO_CORPUS}\n`)
  console.log('corpora, with the differences that the specs accept, such as laws without labels:')
  const extract = makeExtractor(citationTables())
  for (const name of CORPORA) {
    const comparison = new Comparison()
    let length = 0
    const started = performance.now()
    for (const record of records<ExpectedText>(name)) {
      const found = extracted(extract, record).map(inTheirFields)
      comparison.add(record.id, record.expected, found, record.unstable_citations)
      length += record.text.length
    }
    const speed = length / (performance.now() - started) / 1000
    console.log(comparison.lines(name).join('\n'))
    console.log(`${name}: ${ratio(speed)} MB/s with the comparison\n`)
  }
}

const CORPORA = ['extract', 'opinions', 'filings_pdf', 'reporters_examples']
/** Pages of each decision in the brief check, and words on a page. */
const PAGES = 12
const WORDS = 400
const QUOTED = 25

/** A brief with the maximum number of citations, each with a page and a quotation. */
function printBriefCheck(): void {
  const words = prose(PAGES * WORDS * 7).split(' ')
  const decisions = new Map<string, StoredDecision>()
  let brief = ''
  for (let number = 0; number < MAX_CITATIONS; number++) {
    const page = 100 + number
    const pages = Array.from({ length: PAGES }, (_, place) => {
      const text = words.slice(place * WORDS, (place + 1) * WORDS).join(' ')
      return `<span class="star-pagination">*${page + place}</span> <p>${text}</p>`
    })
    decisions.set(String(number), {
      id: number,
      path: '/',
      names: [`Marlowe${number} v. Garza`],
      year: 1990,
      courts: ['ca9'],
      courtText: '9th Cir.',
      reports: [{ volume: '900', reporter: 'F.2d', page: String(page) }],
      opinions: [{ id: page, text: pages.join(' '), isHtml: true }],
    })
    const from = 3 * WORDS + 50
    const quotation = words.slice(from, from + QUOTED).join(' ')
    brief += `It held that “${quotation}.” Marlowe${number} v. Garza, 900 F.2d ${page}, ${page + 3} (9th Cir. 1990).\n\n`
  }
  const names = new Map(
    [...decisions].map(
      ([
        key,
        {
          names: [name],
        },
      ]) => [name!, [key]]
    )
  )
  const rows = ['cold', 'warm', 'warm'].map((state) => {
    let citations: ReturnType<typeof readBrief> = []
    const reading = cpuOf(() => (citations = readBrief(brief)))
    const candidates = citations.map(({ cited }) => names.get(cited.name ?? '') ?? [])
    const checking = cpuOf(() => checkCitations({ citations, candidates, decisions }))
    return [
      `${whole(citations.length)} citations, ${state}`,
      milliseconds(reading),
      milliseconds(checking),
    ]
  })
  printTable(['brief check', 'CPU ms, reading', 'CPU ms, comparing'], rows)
}

/** CPU time of a call in milliseconds. */
function cpuOf(call: () => unknown): number {
  const before = process.cpuUsage()
  call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
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
