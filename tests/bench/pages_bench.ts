/**
 * Parsers of court pages over a corpus, compared with parsing only the HTML tree of
 * the same pages, and with the code of the commit in BENCH_BASELINE.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse as parseTree } from 'parse5'
import { readMail } from '#app/court_pages/mail'
import { readPage } from '#app/court_pages/read_page'
import { CORPUS_KINDS, type CorpusKind } from '../court_pages/kinds.js'

const ROUNDS = 5
/** Each measurement repeats the pages of a kind for this many milliseconds. */
const AT_LEAST = 300
/** The same for commits: the minimum of many short rounds is stable on a busy machine. */
const TURNS = 15
const TURN = 100

/** Seconds per pass over the pages: the median of all rounds. */
async function measure(pages: Buffer[], run: (page: Buffer) => unknown): Promise<number> {
  const seconds: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now()
    let passes = 0
    do {
      for (const page of pages) await run(page)
      passes++
    } while (performance.now() - start < AT_LEAST)
    // The first round is a warm-up.
    if (round > 0) seconds.push((performance.now() - start) / 1000 / passes)
  }
  return seconds.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]
}

const pagesOf = (corpus: string, { folder, suffix }: CorpusKind) =>
  existsSync(join(corpus, folder))
    ? readdirSync(join(corpus, folder))
        .filter((name) => name.endsWith(suffix))
        .map((name) => readFileSync(join(corpus, folder, name)))
    : []

/** The minimum work of a parser: the tree of the page or of a message's body. */
const pageTree = (page: Buffer) => parseTree(page.toString('utf8'))
const mailTree = async (page: Buffer) => parseTree((await readMail(page))?.html ?? '')

/**
 * Prints pages and megabytes per second for each kind, and the ratio of parsing to
 * building the tree.
 *
 * @param corpus the folder of the corpus of court pages
 */
export async function benchPages(corpus: string): Promise<void> {
  const rows = []
  for (const kind of CORPUS_KINDS) {
    const pages = pagesOf(corpus, kind)
    if (pages.length === 0) continue
    const bytes = pages.reduce((sum, page) => sum + page.length, 0)
    const whole = await measure(pages, (page) => kind.parse(page, 'nysd', ''))
    const tree = await measure(pages, kind.isMail ? mailTree : pageTree)
    rows.push({
      'kind': kind.folder,
      'pages': pages.length,
      'pages/s': Math.round(pages.length / whole),
      'MB/s': Number((bytes / 1e6 / whole).toFixed(1)),
      'tree only MB/s': Number((bytes / 1e6 / tree).toFixed(1)),
      'ratio to tree': Number((whole / tree).toFixed(2)),
    })
  }
  console.table(rows)
  if (process.env.BENCH_BASELINE) await compareWithBaseline(corpus, process.env.BENCH_BASELINE)
}

type Read = (bytes: Uint8Array, court: string) => unknown

/**
 * Prints the milliseconds for a page with the code of another commit and with the present code,
 * coverage included, measured in turns in the same process.
 *
 * @param corpus the folder of the corpus of court pages
 * @param commit the commit to compare with
 */
async function compareWithBaseline(corpus: string, commit: string): Promise<void> {
  // Its imports of packages are resolved from a folder of the project.
  mkdirSync('tmp', { recursive: true })
  const folder = mkdtempSync(resolve('tmp/baseline-'))
  try {
    const archive = execFileSync('git', ['archive', commit, 'app/court_pages', 'package.json'], {
      maxBuffer: 2 ** 28,
    })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    const url = pathToFileURL(join(folder, 'app/court_pages/read_page.js')).href
    const before = ((await import(url)) as { readPage: Read }).readPage
    const rows = []
    for (const kind of CORPUS_KINDS) {
      const pages = pagesOf(corpus, kind)
      if (pages.length === 0) continue
      const [old, now] = await inTurns(pages, [before, readPage])
      rows.push({
        'kind': kind.folder,
        'pages': pages.length,
        'before, ms': Number(old.toFixed(3)),
        'now, ms': Number(now.toFixed(3)),
        'ratio': Number((now / old).toFixed(2)),
      })
    }
    console.table(rows)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Milliseconds of CPU time for a page: the minimum of all turns of each reader. */
async function inTurns(pages: Buffer[], readers: Read[]): Promise<number[]> {
  const best = readers.map(() => Infinity)
  for (let turn = 0; turn <= TURNS; turn++)
    for (const [at, read] of readers.entries()) {
      const before = process.cpuUsage()
      const start = performance.now()
      let passes = 0
      do {
        for (const page of pages) await read(page, 'nysd')
        passes++
      } while (performance.now() - start < TURN)
      const { user, system } = process.cpuUsage(before)
      const taken = (user + system) / 1_000 / passes / pages.length
      // The first turn is a warm-up.
      if (turn > 0) best[at] = Math.min(best[at], taken)
    }
  return best
}
