import { distance } from 'fastest-levenshtein'

/** Longest name worth comparing; hostile ones are not. */
const LONGEST = 120

/**
 * The candidate a misspelt name is likely to mean: the nearest one, if at
 * most a third of its letters differ or two are swapped, else the shortest
 * one that begins with it.
 */
export function closest(name: string, candidates: string[]): string | undefined {
  if (name.length > LONGEST) return undefined
  const typed = name.toLowerCase()
  let best: string | undefined
  let least = (typed.length < 4 ? 1 : Math.max(2, Math.floor(typed.length / 3))) + 1
  for (const candidate of candidates) {
    const away = distance(typed, candidate.toLowerCase())
    if (away < least) {
      best = candidate
      least = away
    }
  }
  return best ?? completion(typed, candidates)
}

function completion(typed: string, candidates: string[]): string | undefined {
  if (typed.length < 3) return undefined
  return candidates
    .filter((candidate) => candidate.startsWith(typed))
    .sort((a, b) => a.length - b.length)[0]
}
