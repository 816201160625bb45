/** Bare words: by their stem, and with their synonyms. */
import { type Words, analyse } from '../analysis/analyse.js'
import { stemOf } from '../analysis/word_forms.js'
import type { Syntax } from './syntax.js'
import { type QueryTree, type WordForm, or } from './tree.js'
import type { Scope } from './scope.js'

/** The tree of a bare word's analyzed form: the word or a phrase, or one of its synonyms. */
export function withSynonyms(words: Words, form: WordForm, scope: Scope): QueryTree {
  const tree = wordsTree(form === 'exact' ? words.exact : words.stem, form, scope)
  return form === 'exact' ? tree : or(tree, ...synonymTrees(words.exact, scope))
}

function synonymTrees(exact: string[], scope: Scope): QueryTree[] {
  return scope.language
    .synonymsOf(exact, scope.inName)
    .map((words) => wordsTree(words.map(stemOf), 'stem', scope))
}

function wordsTree(words: string[], form: WordForm, { text: fields }: Scope): QueryTree {
  return words.length === 1
    ? { op: 'word', fields, word: words[0]!, form }
    : { op: 'phrase', fields, words, form }
}

/** Bare words that stand for something else together. */
interface JoinedWords {
  length: number
  synonyms: QueryTree[]
}

/** The run of bare words from an index on that is also written in another way; null for none. */
export function otherwiseSpelled(of: Syntax[], from: number, scope: Scope): JoinedWords | null {
  const first = of[from]!
  if (first.is !== 'word' || !scope.otherSpellings?.length) return null
  const spelling = scope.otherSpellings.find(({ start }) => start === first.at)
  if (!spelling) return null
  let length = 1
  for (let next = of[from + length]; next?.is === 'word'; next = of[from + length]) {
    if (next.at >= spelling.end) break
    length++
  }
  const phrases = spelling.texts.map((text) => wordsTree(analyse(text).exact, 'exact', scope))
  return { length, synonyms: phrases }
}

/** The longest run of bare words from an index on that has synonyms together; null for none. */
export function joinedWords(of: Syntax[], from: number, scope: Scope): JoinedWords | null {
  if (scope.exact) return null
  const exact: string[] = []
  let longest: { length: number; synonyms: QueryTree[] } | null = null
  for (let index = from; index < of.length; index++) {
    const part = of[index]!
    if (part.is !== 'word') break
    exact.push(...analyse(part.text).exact)
    if (exact.length > scope.language.longestEntry) break
    if (index === from) continue
    const synonyms = synonymTrees(exact, scope)
    if (synonyms.length) longest = { length: index - from + 1, synonyms }
  }
  return longest
}
