/**
 * Parsers of court pages over a corpus, compared with parsing only the HTML tree of
 * the same pages.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseTree } from 'parse5'
import { readMail } from '#app/court_pages/mail'
import { CORPUS_KINDS, type CorpusKind } from '../court_pages/kinds.js'

const ROUNDS = 5
/** Each measurement repeats the pages of a kind for this many milliseconds. */
const AT_LEAST = 300

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
}
