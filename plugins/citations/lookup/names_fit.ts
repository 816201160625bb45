/** Words every other name has. */
const COMMON = new Set(['the', 'of', 'and', 'in', 're', 'ex', 'rel', 'et', 'al', 'for', 'matter'])

/**
 * Whether a name as a text cites it may be that of a case in the archive: each
 * party shares a word with the other name, which may be abbreviated (`Bd.`,
 * `Ass'n`). For showing both where it does not; it decides nothing.
 */
export function namesFit(cited: string, archived: readonly string[]): boolean {
  const words = archived.flatMap(wordsOf)
  return cited.split(/ v\.? /).every((party) => {
    const own = wordsOf(party)
    return !own.length || own.some((word) => words.some((other) => areAlike(word, other)))
  })
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .split(/[\s-]+/)
    .filter((word) => word.length > 1 && !COMMON.has(word))
}

function areAlike(one: string, other: string): boolean {
  return one.length <= other.length ? abbreviates(one, other) : abbreviates(other, one)
}

/** The letters of the short word in the order of the long one, from the same first letter. */
function abbreviates(short: string, long: string): boolean {
  if (short[0] !== long[0]) return false
  let place = 0
  for (const letter of short) {
    place = long.indexOf(letter, place) + 1
    if (!place) return false
  }
  return true
}
