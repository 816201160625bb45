/** Questions with a known best answer, and measures of its rank. */
import { readFileSync } from 'node:fs'

export interface Question {
  kind: string
  query: string
  /** Official citation of the decision that should rank first. */
  citation: string
}

export interface RankedQuestion extends Question {
  /** Rank, starting at 1; null if not on the first page. */
  rank: number | null
}

export function readQuestions(): Question[] {
  const lines = readFileSync(new URL('relevance_questions.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  return lines.map((line) => {
    const [kind, query, citation] = line.split('\t') as [string, string, string]
    return { kind, query, citation }
  })
}

/** Returns the mean reciprocal rank by kind; decisions that aren't on the first page count as 0. */
export function meanReciprocalRanks(questions: RankedQuestion[]): Map<string, number> {
  const byKind = Map.groupBy(questions, ({ kind }) => kind)
  return new Map(
    [...byKind].map(([kind, of]) => [
      kind,
      of.reduce((sum, { rank }) => sum + (rank ? 1 / rank : 0), 0) / of.length,
    ])
  )
}
