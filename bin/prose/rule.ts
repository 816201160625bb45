/** Converts patterns to textlint rules. */
import type { TxtDocumentNode } from '@textlint/ast-node-types'
import type { TextlintRuleModule } from '@textlint/types'
import { getTextBlocks } from './blocks.js'
import type { Pattern } from './pattern.js'

export interface Match {
  words: string
  start: number
  end: number
}

/** @returns a rule that reports each match of a pattern in a document */
export function createPatternRule(pattern: Pattern): TextlintRuleModule {
  const match = createPatternMatcher(pattern)
  return ({ report, RuleError, locator, Syntax }) => ({
    [Syntax.Document](document: TxtDocumentNode) {
      for (const block of getTextBlocks(document)) {
        if (pattern.headings && !block.isHeading) continue
        for (const { words, start, end } of match(block.text)) {
          const range = [block.sourceOffset(start), block.sourceOffset(end - 1) + 1] as const
          const padding = locator.range(range)
          report(document, new RuleError(`"${words}": use ${pattern.use}`, { padding }))
        }
      }
    },
  })
}

/** @returns a function that finds the pattern's matches in a paragraph */
export function createPatternMatcher({ find, except, unless }: Pattern): (text: string) => Match[] {
  const [finder, exceptions] = [globally(find), except && globally(except)]
  return (text) => {
    if (unless?.test(text)) return []
    const matches = [...text.matchAll(finder)].map(({ 0: words, index: start }) => ({
      words,
      start,
      end: start + words.length,
    }))
    if (!exceptions || !matches.length) return matches
    const right = rangesOf(text, exceptions)
    return matches.filter(
      ({ start, end }) => !right.some(([from, to]) => from <= start && end <= to)
    )
  }
}

function globally({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags}g`)
}

/** @returns ranges of all matches, including overlapping ones */
function rangesOf(text: string, expression: RegExp): [start: number, end: number][] {
  const ranges: [number, number][] = []
  expression.lastIndex = 0
  for (let found = expression.exec(text); found; found = expression.exec(text)) {
    ranges.push([found.index, expression.lastIndex])
    expression.lastIndex = found.index + 1
  }
  return ranges
}
