/** Bare words: by their stem, and with their synonyms. */
import { type Words, analyse } from '../analysis/analyse.js'
import { MOST_WORDS_OF_SYNONYM, synonymsOf } from '../analysis/synonyms.js'
import { stemOf } from '../analysis/word_forms.js'
import type { Scope } from './compile_text.js'
import type { Syntax } from './syntax.js'
import { type QueryTree, type WordForm, or } from './tree.js'

/** The tree of what the analyser makes of a bare word: the word or a phrase, or one of its synonyms. */
export function withSynonyms(words: Words, form: WordForm, scope: Scope): QueryTree {
  const tree = wordsTree(form === 'exact' ? words.exact : words.stem, form, scope)
  return form === 'exact' ? tree : or(tree, ...synonymTrees(words.exact, scope))
}

function synonymTrees(exact: string[], scope: Scope): QueryTree[] {
  return synonymsOf(exact).map((words) => wordsTree(words.map(stemOf), 'stem', scope))
}

function wordsTree(words: string[], form: WordForm, { text: fields }: Scope): QueryTree {
  return words.length === 1
    ? { op: 'word', fields, word: words[0]!, form }
    : { op: 'phrase', fields, words, form }
}

/** The longest run of bare words from an index on that has synonyms together; null for none. */
export function joinedWords(
  of: Syntax[],
  from: number,
  scope: Scope
): { length: number; synonyms: QueryTree[] } | null {
  if (scope.exact) return null
  const exact: string[] = []
  let longest: { length: number; synonyms: QueryTree[] } | null = null
  for (let index = from; index < of.length; index++) {
    const part = of[index]!
    if (part.is !== 'word') break
    exact.push(...analyse(part.text).exact)
    if (exact.length > MOST_WORDS_OF_SYNONYM) break
    if (index === from) continue
    const synonyms = synonymTrees(exact, scope)
    if (synonyms.length) longest = { length: index - from + 1, synonyms }
  }
  return longest
}

/** A letter with its point; `v.` parts names and is none. */
const INITIAL = /^(?!v\.$)\p{L}\.$/iu

/** Initials next to each other are one word, as they are in documents: `T. L. O.` */
export function withInitialsJoined(of: Syntax[]): Syntax[] {
  const joined: Syntax[] = []
  for (const part of of) {
    const last = joined.at(-1)
    if (
      last?.is === 'word' &&
      isInitials(last.text) &&
      part.is === 'word' &&
      INITIAL.test(part.text)
    )
      joined[joined.length - 1] = { ...last, text: `${last.text} ${part.text}` }
    else joined.push(part)
  }
  return joined
}

function isInitials(text: string): boolean {
  return text.split(' ').every((each) => INITIAL.test(each))
}
