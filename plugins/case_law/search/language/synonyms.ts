/**
 * Synonyms of legal English, and the abbreviations of words in names from the table of case names,
 * which citations also use.
 */
import { readFileSync } from 'node:fs'
import { wordTable } from '#app/citations/case_names/word_table'
import { addSynonym, readList, type Synonyms } from '#app/search_engine/analysis/synonyms'
import type { SynonymList } from '#app/search_engine/query/language'

const { searched } = wordTable()
const shorts = groupBy('word', 'short')
const words = groupBy('short', 'word')

/** In any text: abbreviations that aren't other words, in both directions if they are the only form. */
function inTexts(): Synonyms {
  const synonyms = readFrom('synonyms.txt')
  for (const { word, short, use } of searched) {
    if (use === 'names') continue
    addSynonym(synonyms, short, word)
    if (use === 'always') addSynonym(synonyms, word, short)
  }
  return synonyms
}

function readFrom(file: string): Synonyms {
  return readList(readFileSync(new URL(file, import.meta.url), 'utf8'))
}

/** In a query that reads like a case name: the meanings of all abbreviations. */
function inCaseNames(): Synonyms {
  const synonyms: Synonyms = new Map()
  for (const { word, short, use } of searched)
    if (use === 'names') addSynonym(synonyms, short, word)
  return synonyms
}

/**
 * In a field with names: an abbreviation has the words that it stands for and their other
 * abbreviations, and a word has all of its abbreviations.
 */
function inNameFields(isAdded: (short: string) => boolean): Synonyms {
  const synonyms: Synonyms = new Map()
  for (const { word, short } of searched) {
    addSynonym(synonyms, short, word)
    if (isAdded(short)) addSynonym(synonyms, word, short)
  }
  for (const [short, meant] of words)
    for (const other of meant.flatMap((word) => shorts.get(word) ?? []))
      if (isAdded(other)) addSynonym(synonyms, short, other)
  return synonyms
}

function groupBy(key: 'word' | 'short', value: 'word' | 'short'): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const one of searched) groups.set(one[key], [...(groups.get(one[key]) ?? []), one[value]])
  return groups
}

/** The initial of a person is not the short form of a word: `W. Smith` is not found by `west`. */
const isLonger = (short: string) => short.replaceAll(/\W/g, '').length > 1

export default [
  { synonyms: inTexts() },
  { synonyms: readFrom('related_words.txt'), areRelated: true },
  { synonyms: inCaseNames(), inNames: ['query'], plurals: true },
  { synonyms: inNameFields(() => true), inNames: ['organization'], plurals: true },
  { synonyms: inNameFields(isLonger), inNames: ['person'], plurals: true },
] satisfies SynonymList[]
