/** Finds several words in a list of words. */

/** Index of the first and the last word. */
export type Stretch = [first: number, last: number]

/** Every place where the words are adjacent, in this order. */
export function findPhrase(words: string[], phrase: string[]): Stretch[] {
  const found: Stretch[] = []
  for (let at = words.indexOf(phrase[0]!); at >= 0; at = words.indexOf(phrase[0]!, at + 1)) {
    if (phrase.every((word, index) => words[at + index] === word)) {
      found.push([at, at + phrase.length - 1])
    }
  }
  return found
}

/**
 * Stretches that contain all of the words, in any order, with at most `distance` other words;
 * the shortest one for each word that ends a stretch.
 */
export function findNear(words: string[], wanted: string[], distance: number): Stretch[] {
  const different = new Set(wanted)
  /** Last position of each word, oldest first. */
  const last = new Map<string, number>()
  const found: Stretch[] = []
  words.forEach((word, at) => {
    if (!different.has(word)) return
    last.delete(word)
    last.set(word, at)
    if (last.size < different.size) return
    const [first] = last.values()
    if (at - first! + 1 - different.size <= distance) found.push([first!, at])
  })
  return found
}

/**
 * Every place where the runs follow each other in a list of words. If a run has several
 * spellings, the first that fits counts.
 */
export function findRuns(words: string[], runs: string[][][]): Stretch[] {
  const found: Stretch[] = []
  const openings = new Set(runs[0]!.map(([word]) => word))
  for (let at = 0; at < words.length; at++) {
    if (!openings.has(words[at])) continue
    const end = endOfRuns(words, at, runs)
    if (end === null) continue
    found.push([at, end - 1])
    at = end - 1
  }
  return found
}

function endOfRuns(words: string[], start: number, runs: string[][][]): number | null {
  let at = start
  for (const ways of runs) {
    const way = ways.find((one) => one.every((word, index) => words[at + index] === word))
    if (!way) return null
    at += way.length
  }
  return at
}
