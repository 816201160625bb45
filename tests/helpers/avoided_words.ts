/** Finds words that the glossary rules replace in rendered texts. */
import { GLOSSARY } from '../../bin/prose/files.js'
import { matcherOf } from '../../bin/prose/rule.js'
import { PATTERNS } from '../../bin/prose/rules/index.js'

const matchers = PATTERNS.filter(({ id }) => GLOSSARY.includes(id)).map(matcherOf)

export function avoidedWords(text: string): string[] {
  return matchers.flatMap((match) => match(text).map(({ words }) => words))
}
