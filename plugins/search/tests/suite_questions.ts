/** The questions of `questions.tsv` in two halves, and their mean reciprocal ranks by kind. */
import { readFileSync } from 'node:fs'

export interface SuiteQuestion {
  kind: string
  q: string
  /** Keys of the decisions that answer it. */
  answers: number[]
}

/** Half A is for tuning; half B is only measured. */
export function readSuite(half: string): SuiteQuestion[] {
  return readFileSync(new URL('questions.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${half}\t`))
    .map((line) => {
      const [, kind, q, answers] = line.split('\t') as [string, string, string, string]
      return { kind, q, answers: answers.split(',').map(Number) }
    })
}

/**
 * Mean reciprocal rank by kind; a decision that isn't on the first page counts as 0.
 *
 * @param find the keys of the results of a question, in order
 */
export async function rankSuite(
  half: string,
  find: (q: string) => Promise<number[]>
): Promise<Map<string, number>> {
  const ranks = new Map<string, number[]>()
  for (const { kind, q, answers } of readSuite(half)) {
    const rank = (await find(q)).findIndex((key) => answers.includes(key))
    ranks.set(kind, [...(ranks.get(kind) ?? []), rank < 0 ? 0 : 1 / (rank + 1)])
  }
  return new Map(
    [...ranks].map(([kind, all]) => [kind, all.reduce((sum, one) => sum + one, 0) / all.length])
  )
}
