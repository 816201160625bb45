/**
 * Language of a subject (law, medicine, and so on) beyond English: how queries
 * refer to records, and synonyms. Plugins contribute it; the engine has no
 * such rules.
 */
import type { Synonyms } from '../analysis/synonyms.js'
import { stemWord } from '../analysis/word_forms.js'

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

/**
 * Names whose words have more synonyms: a query that reads like the name of a record, and fields
 * with names of organizations (and cases) or of persons.
 */
export type NameKind = 'query' | 'organization' | 'person'

/** Interchangeable words and phrases in the bare words of queries. */
export interface SynonymList {
  synonyms: Synonyms
  /** Only in these names: abbreviations that are ordinary words elsewhere. */
  inNames?: NameKind[]
  /**
   * Words with a similar meaning, which don't match each other, but rank results that match most
   * of the words.
   */
  areRelated?: boolean
  /** Also matches the plural of a short form, `Prods.`, with the plural of the full form. */
  plurals?: boolean
}

/** Converts the values of a keyword field in queries to the form in the index. */
export interface ValueReader {
  /** Declared name of the field. */
  field: string
  /** @returns the indexed form; undefined if the text has no value of the field */
  read: (text: string) => string | undefined
  /** Noun for a value, as the end of `"…" is not …`. */
  kind: string
  /** How to write one, as a sentence. */
  advice: string
}

export interface LanguageParts {
  rewriters: QueryRewriter[]
  synonyms: SynonymList[]
  values?: ValueReader[]
}

export class QueryLanguage {
  readonly #rewriters: QueryRewriter[]
  readonly #synonyms: SynonymList[]
  readonly #values: ReadonlyMap<string, ValueReader>
  /** Stems by stem. */
  readonly #related: ReadonlyMap<string, string[][]>
  /** Number of words of the longest entry with synonyms. */
  readonly longestEntry: number

  constructor({ rewriters, synonyms, values = [] }: LanguageParts) {
    this.#rewriters = rewriters
    this.#synonyms = synonyms.filter(({ areRelated }) => !areRelated)
    this.#related = relatedStems(synonyms.filter(({ areRelated }) => areRelated))
    this.#values = new Map(values.map((reader) => [reader.field, reader]))
    const lengths = this.#synonyms.flatMap(({ synonyms: list }) => [...list.keys()])
    this.longestEntry = lengths.reduce((most, key) => Math.max(most, key.split(' ').length), 1)
  }

  /** The reader of a field's values; undefined if they are compared as written. */
  valueReader(field: string): ValueReader | undefined {
    return this.#values.get(field)
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

  /** Stems of the words and phrases with a meaning similar to that of a stem. */
  listRelated(stem: string): string[][] {
    return this.#related.get(stem) ?? []
  }

  /**
   * Synonyms of a run of words: each a word or a phrase, unstemmed.
   * @param words unstemmed
   * @param name includes the short forms used in names
   */
  listSynonyms(words: string[], name?: NameKind): string[][] {
    const run = words.join(' ')
    const lists = this.#synonyms.filter(
      ({ inNames }) => !inNames || (name && inNames.includes(name))
    )
    const known = lists.flatMap(({ synonyms }) => synonyms.get(run) ?? []).slice(0, MAX_SYNONYMS)
    if (!name || known.length || words.length > 1 || !PLURAL.test(run)) return known
    return this.#ofPlural(run, name)
  }

  #ofPlural(word: string, name: NameKind): string[][] {
    if (!this.#synonyms.some(({ plurals }) => plurals)) return []
    const one = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
    const synonyms = this.listSynonyms([one], name)
    return name === 'query'
      ? synonyms.filter((words) => words.join(' ').length > one.length)
      : synonyms
  }
}

function relatedStems(lists: SynonymList[]): Map<string, string[][]> {
  const related = new Map<string, string[][]>()
  for (const { synonyms } of lists)
    for (const [word, others] of synonyms) {
      const stem = stemWord(word)
      const known = related.get(stem) ?? []
      const names = new Set([stem, ...known.map((words) => words.join(' '))])
      for (const other of others.map((words) => words.map(stemWord)))
        if (names.size < names.add(other.join(' ')).size) known.push(other)
      related.set(stem, known)
    }
  return related
}

/** Maximum number of synonyms of a word. */
const MAX_SYNONYMS = 16
const PLURAL = /^[a-z]{3,}s$/

/** The language of an index that declares none. */
export const NO_LANGUAGE = new QueryLanguage({ rewriters: [], synonyms: [] })
