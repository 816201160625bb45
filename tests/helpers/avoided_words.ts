/** Finds words that the glossary rules replace in rendered texts. */
import { GLOSSARY } from '../../bin/prose/files.js'
import { createPatternMatcher } from '../../bin/prose/rule.js'
import { PATTERNS } from '../../bin/prose/rules/index.js'

const matchers = PATTERNS.filter(({ id }) => GLOSSARY.includes(id)).map(createPatternMatcher)

export function avoidedWords(text: string): string[] {
  return matchers.flatMap((match) => match(text).map(({ words }) => words))
}
