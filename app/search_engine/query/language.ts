/**
 * Language of a subject (law, medicine, and so on) beyond English: how queries
 * refer to records, and synonyms. Plugins contribute it; the engine has no
 * such rules.
 */
import type { Synonyms } from '../analysis/synonyms.js'

/** Alternative forms of a part of a query: `74 S. Ct. 686` for `74 Sup. Ct. Rep. 686`. */
export interface OtherSpelling {
  /** Character positions of the part's start and end. */
  start: number
  end: number
  /** Texts whose words are searched as phrases. */
  texts: string[]
}

/** A query and its references. Quoted parts are not read as references. */
export interface RewrittenQuery {
  /** Ignored parts are replaced with spaces, so that offsets are unchanged. */
  text: string
  /** Expressions that refer to a record and are highlighted as one: `347 U.S. 483`. */
  references: string[]
  /** Numbers of records: `21-cv-1234`. */
  numbers: string[]
  /** The part of `text` before the first reference or number; usually a name. */
  name: string
  /** Whether the query reads like the name of a record: `Roe v. Wade`. */
  looksLikeName: boolean
  otherSpellings?: OtherSpelling[]
}

/**
 * Reads references in a query.
 * @param text with plain quotes and spaces
 */
export type QueryRewriter = (text: string) => RewrittenQuery

/** Interchangeable words and phrases in the bare words of queries. */
export interface SynonymList {
  synonyms: Synonyms
  /** Only in names: abbreviations that are ordinary words elsewhere. */
  inNames?: boolean
  /** Also matches the plural of a short form, `Prods.`, with the plural of the full form. */
  plurals?: boolean
}

export interface LanguageParts {
  rewriters: QueryRewriter[]
  synonyms: SynonymList[]
}

export class QueryLanguage {
  readonly #rewriters: QueryRewriter[]
  readonly #synonyms: SynonymList[]
  /** Number of words of the longest entry with synonyms. */
  readonly longestEntry: number

  constructor({ rewriters, synonyms }: LanguageParts) {
    this.#rewriters = rewriters
    this.#synonyms = synonyms
    const lengths = synonyms.flatMap(({ synonyms: list }) => [...list.keys()])
    this.longestEntry = lengths.reduce((most, key) => Math.max(most, key.split(' ').length), 1)
  }

  /** Parses references in a query; each rewriter receives what the previous one left. */
  rewrite(text: string): Required<RewrittenQuery> {
    let all: Required<RewrittenQuery> = {
      text,
      references: [],
      numbers: [],
      name: text,
      looksLikeName: false,
      otherSpellings: [],
    }
    for (const rewriter of this.#rewriters) {
      const next = rewriter(all.text)
      all = {
        text: next.text,
        references: [...all.references, ...next.references],
        numbers: [...all.numbers, ...next.numbers],
        // Blanked text has the same length as before.
        name: next.name.length <= all.name.length ? next.name : all.name,
        looksLikeName: all.looksLikeName || next.looksLikeName,
        otherSpellings: [...all.otherSpellings, ...(next.otherSpellings ?? [])],
      }
    }
    return all
  }

  /**
   * Synonyms of a run of words: each a word or a phrase, unstemmed.
   * @param words unstemmed
   * @param inName includes the short forms used in names
   */
  listSynonyms(words: string[], inName = false): string[][] {
    const run = words.join(' ')
    const lists = this.#synonyms.filter((list) => inName || !list.inNames)
    const known = lists.flatMap(({ synonyms }) => synonyms.get(run) ?? [])
    if (!inName || known.length || words.length > 1 || !PLURAL.test(run)) return known
    return this.#ofPlural(run)
  }

  #ofPlural(word: string): string[][] {
    if (!this.#synonyms.some(({ plurals }) => plurals)) return []
    const one = word.slice(0, -1)
    return this.listSynonyms([one], true).filter((words) => words.join(' ').length > one.length)
  }
}

const PLURAL = /^[a-z]{3,}s$/

/** The language of an index that declares none. */
export const NO_LANGUAGE = new QueryLanguage({ rewriters: [], synonyms: [] })
