/**
 * Spellings of reporters in queries: `74 Sup. Ct. 686` also finds
 * `74 S. Ct. 686`.
 */
import { countCharacters } from '#app/search_engine/query/places'
import type { OtherSpelling, RewrittenQuery } from '#app/search_engine/query/language'
import { analyse } from '#app/search_engine/analysis/analyse'
import { knownReporters } from '../lookup/known_reporters.js'

/** Volume, possible reporter, and page. Quoted parts are left unchanged. */
const CITED =
  /"(?:[^"\\]|\\.)*"|(?<![\w.:])(?<volume>\d{1,4}) +(?<reporter>[A-Za-z][\w.'’&]{0,19}(?: +[\w.'’&]{1,19}){0,4}?) +(?<page>\d{1,8})(?![\w-])/g
/** Maximum number of reporters per spelling. */
const MAX_REPORTERS = 5

/**
 * Adds the standard spellings of citations to a query.
 *
 * @param text query with straight quotes and plain spaces
 */
export default function spellReporters(text: string): RewrittenQuery {
  const otherSpellings: OtherSpelling[] = []
  for (const { index, groups, 0: found } of text.matchAll(CITED)) {
    if (!groups?.reporter) continue
    const { volume, reporter, page } = groups
    const texts = knownReporters()
      .find(reporter)
      .filter((name) => !isSame(name, reporter))
      .slice(0, MAX_REPORTERS)
      .map((name) => `${volume} ${name} ${page}`)
    const start = countCharacters(text.slice(0, index))
    if (texts.length) otherSpellings.push({ start, end: start + countCharacters(found), texts })
  }
  return {
    text,
    references: otherSpellings.flatMap(({ texts }) => texts),
    numbers: [],
    name: text,
    looksLikeName: false,
    otherSpellings,
  }
}

/** Whether two spellings have the same words: `U. S.` and `U.S.`. */
function isSame(one: string, other: string): boolean {
  return analyse(one).exact.join(' ') === analyse(other).exact.join(' ')
}
