/** The field names allowed in queries of an index, and corrections of misspelled names (search.md 4.1). */
import { didYouMean } from '#app/support/did_you_mean'
import type { IndexField, SearchFieldKind, IndexDefinition } from '../index_definition.js'
import { searchedFields } from '../index_definition.js'

export interface NamedField {
  name: string
  /** The name as written in the query. */
  written: string
  kind: SearchFieldKind
  /** `name.exact`: words as written. */
  exact: boolean
  shape?: IndexField['shape']
  names?: IndexField['names']
}

/** Fields that terms without a field search, by kind. */
export interface SearchedFields {
  text: string[]
  keyword: string[]
  /** The `text` fields whose values have a shape. */
  shaped: string[]
}

export interface FieldNames {
  /** The field with a name; undefined if unknown. */
  find(name: string): NamedField | undefined
  /** Suggestions for a misspelled name. */
  suggest(name: string): string | undefined
  searched: SearchedFields
}

const known = new WeakMap<IndexDefinition, FieldNames>()

/** The field names of an index. */
export function fieldNames(index: IndexDefinition): FieldNames {
  let names = known.get(index)
  if (!names) known.set(index, (names = collect(index)))
  return names
}

function collect(index: IndexDefinition): FieldNames {
  const entries = Object.entries(index.fields)
  const spellings = new Map<string, [string, IndexField]>()
  for (const entry of entries) {
    const [name, { aliases = [] }] = entry
    for (const alias of [name, ...aliases]) {
      if (!spellings.has(plain(alias))) spellings.set(plain(alias), entry)
    }
  }
  const searched = Object.keys(searchedFields(index))
  const ofKind = (kind: SearchFieldKind) =>
    searched.filter((name) => index.fields[name]!.kind === kind)
  return {
    find: (name) => find(name, index, spellings),
    suggest: (name) =>
      didYouMean(
        name,
        entries.flatMap(([field, { aliases = [] }]) => [field, ...aliases])
      ),
    searched: {
      text: ofKind('text'),
      keyword: ofKind('keyword'),
      shaped: searched.filter((name) => index.fields[name]!.shape),
    },
  }
}

function find(
  written: string,
  index: IndexDefinition,
  spellings: Map<string, [string, IndexField]>
): NamedField | undefined {
  const exact = written.endsWith('.exact')
  const name = exact ? written.slice(0, -'.exact'.length) : written
  const entry = Object.hasOwn(index.fields, name)
    ? ([name, index.fields[name]!] as const)
    : spellings.get(plain(name))
  if (!entry) return undefined
  const [found, { kind, shape, names }] = entry
  return {
    ...{ name: found, written: name, kind, exact },
    ...(shape && { shape }),
    ...(names && { names }),
  }
}

/** Case and underscores don't matter: `case_name`, `casename`, `caseName`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '')
}

/** Words before a colon that don't name a field. */
const NO_FIELDS = new Set([
  're',
  'cf',
  'http',
  'https',
  'ftp',
  'file',
  'mailto',
  'tel',
  'doi',
  'urn',
  'isbn',
])

/**
 * Whether a name before a colon is a misspelled field, and not text: `http:`,
 * `Re:`, `Held: …`.
 *
 * @param after text after the colon, at least its first character
 */
export function looksLikeField(name: string, after: string): boolean {
  return name.length > 1 && /^[^ /:)|&]/.test(after) && !NO_FIELDS.has(name.toLowerCase())
}
