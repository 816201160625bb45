import { distance } from 'fastest-levenshtein'

/** Longest name worth comparing; hostile ones are not. */
const MAX_LENGTH = 120

/**
 * The candidate a misspelt name is likely to mean: the nearest one, if at
 * most a third of its letters differ or two are swapped, else the shortest
 * one that begins with it. Never the name itself.
 */
export function didYouMean(name: string, candidates: string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined
  const typed = name.toLowerCase()
  let best: string | undefined
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1
  for (const candidate of candidates) {
    const other = candidate.toLowerCase()
    const away = areSwapped(typed, other) ? 1 : distance(typed, other)
    if (away < least && candidate !== name) {
      best = candidate
      least = away
    }
  }
  return best ?? completion(typed, candidates)
}

/** Whether two letters next to each other are swapped. */
function areSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const at = Array.from(a).findIndex((letter, index) => letter !== b[index])
  return (
    at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
  )
}

function completion(typed: string, candidates: string[]): string | undefined {
  if (typed.length < 3) return undefined
  return candidates
    .filter((candidate) => candidate.startsWith(typed) && candidate !== typed)
    .sort((a, b) => a.length - b.length)[0]
}
