/**
 * Parses mutated pages of a corpus: `node --import=./bin/read_types.js
 * tests/court_pages/fuzz.ts FOLDER [RUNS [SEED]]`. Fails on any error other than the library's
 * own, and on results over 20 times the page's size.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recognize } from '#app/court_pages/read_page'
import { CourtPageError } from '#app/court_pages/page_error'
import { CORPUS_KINDS, type CorpusKind } from './kinds.js'

const [corpus, runs = '2000', seed = '1'] = process.argv.slice(2)
if (!corpus || !existsSync(corpus)) throw new Error('Name the folder of the corpus of court pages.')

/** Random numbers from 0 to below a limit, determined by a seed (mulberry32). */
let state = Number(seed)
function below(limit: number): number {
  state = (state + 0x6d_2b_79_f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
}

const TAGS = [
  '<table>',
  '</table>',
  '<tr>',
  '</td>',
  '<td>',
  '<b>',
  '</b>',
  '<br>',
  '<p>',
  '<script>',
  '<!--',
  '<a href=',
  '"',
  '<form>',
]
const TEXTS = [
  '\0',
  '&#1;',
  '9'.repeat(40),
  ' v. ',
  '12/31/9999',
  '02/30/2001',
  'null',
  '[[[[',
  '(((',
  '\u00A0',
  '—',
  'Docket Text:',
  '-'.repeat(30),
]

const pick = <T>(list: T[]): T => list[below(list.length)]

/** One to five changes: a part is cut, repeated, or moved, or a tag or text is inserted. */
function mutated(page: string): string {
  let text = page
  for (let left = 1 + below(5); left > 0; left--) {
    const from = below(text.length + 1)
    const to = Math.min(text.length, from + below(1 + below(2_000)))
    const part = text.slice(from, to)
    const change = below(6)
    if (change === 0) text = text.slice(0, from) + text.slice(to)
    else if (change === 1) text = text.slice(0, to) + part + text.slice(to)
    else if (change === 2) text = part + text.slice(0, from) + text.slice(to)
    else if (change === 3) text = text.slice(0, from) + pick(TAGS) + text.slice(from)
    else if (change === 4) text = text.slice(0, from) + pick(TEXTS) + text.slice(to)
    else text = text.slice(0, Math.max(1, from))
  }
  return text
}

const pages: { kind: CorpusKind; name: string; text: string }[] = []
for (const kind of CORPUS_KINDS) {
  const folder = join(corpus, kind.folder)
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!name.endsWith(kind.suffix)) continue
    pages.push({ kind, name, text: readFileSync(join(folder, name), 'latin1') })
  }
}

/** Small pages contain little more than the keys of a record. */
const SMALLEST = 2_000

async function check(kind: CorpusKind, bytes: Buffer): Promise<string | null> {
  try {
    await recognize(bytes)
    const result = await kind.parse(bytes, 'nysb', '')
    const size = (JSON.stringify(result) ?? '').length
    return size > 20 * Math.max(bytes.length, SMALLEST) ? `a result of ${size} characters` : null
  } catch (error) {
    return error instanceof CourtPageError
      ? null
      : String(error instanceof Error ? error.stack : error)
  }
}

let failures = 0
let slowest = 0
for (let run = 0; run < Number(runs); run++) {
  const { kind, name, text } = pick(pages)
  const bytes = Buffer.from(mutated(text), 'latin1')
  const start = performance.now()
  const failure = await check(kind, bytes)
  slowest = Math.max(slowest, performance.now() - start)
  if (!failure) continue
  failures++
  console.log(`${kind.folder}/${name}, run ${run} of seed ${seed}: ${failure}`)
}
console.log(
  `${runs} mutated pages of ${pages.length}: ${failures} failed, slowest ${Math.round(slowest)} ms`
)
process.exitCode = failures > 0 ? 1 : 0
