/** How an index is stored in its file: the word column and value column of each field. */
import { createHash } from 'node:crypto'
import { ANALYSIS_VERSION } from '../../analysis/analyse.js'
import {
  requireSingleValue,
  type IndexField,
  type IndexDefinition,
} from '../../index_definition.js'

/** Increased when this engine can no longer read the files of older versions. */
const FORMAT = 10

/** Larger than the default because posting lists are long. */
export const PAGE_BYTES = 8192
/** Bytes of a leaf of the posting lists: one fills a page. */
const LEAF_BYTES = 8000

/** ASCII characters that words can contain: all except spaces. */
const SIGNS = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`

/** Column of marks: whole values of keywords, booleans, and numbers, as `field:value`. */
export const MARKS = 'marks'
/** The mark of every row. */
export const EVERY_ROW = '*'
/**
 * The mark of rows whose parent has several rows. Few rows have it if most parents have one
 * row.
 */
export const ONE_OF_SEVERAL = '+'

export interface FieldPlace extends IndexField {
  name: string
  /** Column of words; only for text fields. */
  words?: string
  /** Column of the value; only for single-value fields that aren't text. */
  value?: string
}

export interface IndexLayout {
  name: string
  definition: IndexDefinition
  fields: Map<string, FieldPlace>
  /** Text fields, in the order of their columns. */
  texts: FieldPlace[]
  /** Fields with a column in `rows`. */
  values: FieldPlace[]
  /** Fields that are facets. */
  facets: FieldPlace[]
  hasChildren: boolean
  /** Whether rows whose parent has several rows are marked. */
  marksSeveral: boolean
  version: string
}

/** @throws Error if a field of the own row has no such row, or a facet isn't single-valued */
export function buildIndexLayout(definition: IndexDefinition): IndexLayout {
  const fields = new Map<string, FieldPlace>()
  let columns = 0
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.ownRow && definition.ownRow !== 'always')
      throw new Error(
        `Field "${name}" of index "${definition.name}" is stored in the parent's own row, which may be missing.`
      )
    requireSingleValue(definition.name, name, field)
    const at: FieldPlace = { ...field, name }
    if (field.kind === 'text') at.words = `w${columns++}`
    else if (!field.several) at.value = `v${columns++}`
    fields.set(name, at)
  }
  const all = [...fields.values()]
  return {
    name: definition.name,
    definition,
    fields,
    texts: all.filter(({ words }) => words),
    values: all.filter(({ value }) => value),
    facets: all.filter(({ facet }) => facet),
    hasChildren: definition.documents.children !== undefined,
    marksSeveral:
      definition.documents.children !== undefined && definition.ownRow === 'without children',
    version: versionOf(definition),
  }
}

/** Date fields that may be the parents' date. */
export function getCandidateDateFields({ fields }: IndexLayout): string[] {
  return [...fields.values()]
    .filter(({ kind, level, several }) => kind === 'date' && level === 'parent' && !several)
    .map(({ name }) => name)
}

/** Statements that create an empty index. */
export function buildIndexSchema({ texts, values }: IndexLayout): string {
  const words = [...texts.map((field) => field.words!), MARKS].join(', ')
  const tokenizer = `ascii tokenchars '${SIGNS.replaceAll("'", "''")}'`.replaceAll("'", "''")
  return `
    CREATE TABLE about (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE parents (sequence INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE, day INTEGER NOT NULL, several INTEGER NOT NULL, shared BLOB, own BLOB);
    CREATE TABLE children (key INTEGER PRIMARY KEY, row INTEGER NOT NULL, content BLOB NOT NULL);
    CREATE TABLE rows (row INTEGER PRIMARY KEY, key INTEGER NOT NULL, factor REAL NOT NULL${values.map((field) => `, ${field.value}`).join('')});
    CREATE VIRTUAL TABLE words USING fts5(${words}, content='', contentless_delete=1, tokenize='${tokenizer}');
    CREATE TABLE breaks (row INTEGER PRIMARY KEY, columns BLOB NOT NULL);
    CREATE TABLE changed (row INTEGER PRIMARY KEY, generation INTEGER NOT NULL);
    CREATE INDEX changed_generation ON changed (generation);
    CREATE TABLE chunks (id INTEGER PRIMARY KEY, row INTEGER NOT NULL, number INTEGER NOT NULL, bits BLOB NOT NULL);
    CREATE INDEX chunks_row ON chunks (row);
    CREATE TABLE vectors (id INTEGER PRIMARY KEY, vector BLOB NOT NULL);
    INSERT INTO words (words, rank) VALUES ('pgsz', ${LEAF_BYTES});
    CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
    CREATE TABLE spellings (word TEXT PRIMARY KEY) WITHOUT ROWID;
  `
}

/**
 * Changes with everything that affects the content of the file; weights and aliases of names
 * don't.
 */
function versionOf({ name, fields, ownRow, documents }: IndexDefinition): string {
  const kept = Object.entries(fields).map(([field, { weight, aliases, facet, names, ...rest }]) => [
    field,
    rest,
  ])
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, ANALYSIS_VERSION, name, ownRow, documents, kept]))
    .digest('hex')
}
