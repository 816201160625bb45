/** Questions whose best answer is known, and how well search ranks it. */
import { readFileSync } from 'node:fs'

export interface Question {
  kind: string
  query: string
  /** Official citation of the decision that should come first. */
  citation: string
}

export interface RankedQuestion extends Question {
  /** From 1; null: not on the first page. */
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

/** Mean reciprocal rank by kind; 0 for what is not on the first page. */
export function meanReciprocalRanks(questions: RankedQuestion[]): Map<string, number> {
  const byKind = Map.groupBy(questions, ({ kind }) => kind)
  return new Map(
    [...byKind].map(([kind, of]) => [
      kind,
      of.reduce((sum, { rank }) => sum + (rank ? 1 / rank : 0), 0) / of.length,
    ])
  )
}
