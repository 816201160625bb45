import { distance } from 'fastest-levenshtein'

/** Longest name worth comparing; hostile ones are not. */
const MAX_LENGTH = 120

/**
 * The candidate a misspelt name is likely to mean: the nearest one, if at
 * most a third of its letters differ or two are swapped, else the shortest
 * one that begins with it. Never the name itself.
 */
export function didYouMean(name: string, candidates: string[]): string | undefined {
  return nearNames(name, candidates, 1)[0]
}

/** Candidates a misspelt name is likely to mean, the likeliest first, by the same rule. */
export function nearNames(name: string, candidates: string[], most: number): string[] {
  if (name.length > MAX_LENGTH) return []
  const typed = name.toLowerCase()
  const reach = Math.max(1, Math.floor(typed.length / 3))
  const near = candidates
    // A difference in length is a distance already.
    .filter((candidate) => Math.abs(candidate.length - name.length) <= reach)
    .map((candidate) => ({ candidate, away: awayFrom(typed, candidate.toLowerCase()) }))
    .filter(({ candidate, away }) => away <= reach && candidate !== name)
    .sort((a, b) => a.away - b.away)
    .map(({ candidate }) => candidate)
  return (near.length ? near : completions(typed, candidates)).slice(0, most)
}

function awayFrom(typed: string, other: string): number {
  return areSwapped(typed, other) ? 1 : distance(typed, other)
}

/** Whether two letters next to each other are swapped. */
function areSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const at = Array.from(a).findIndex((letter, index) => letter !== b[index])
  return (
    at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
  )
}

function completions(typed: string, candidates: string[]): string[] {
  if (typed.length < 3) return []
  return candidates
    .filter((candidate) => candidate.startsWith(typed) && candidate !== typed)
    .sort((a, b) => a.length - b.length)
}
