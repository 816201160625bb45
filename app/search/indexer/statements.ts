/**
 * The statements that load rows as documents, generated from the declaration
 * of an index. They return the columns in the given order; `$1` is an array of
 * keys unless noted.
 */
import { ident } from '#app/support/sql_text'
import type { DocumentRows, SearchIndexDefinition, TextSource } from '../define_search_index.js'

export interface DocumentStatements {
  /** Number of all parents, and of those up to `$1`. */
  count: string
  /** `key` of the next `$2` parents after `$1`. */
  nextParents: string
  /** `key`, `date`, `factor`, and `fields`. */
  parents: string
  /** The same for the first parents whose fields total `$2` bytes, and whether more follow. */
  boundedParents: string
  /** `key` of parents that changed, or whose children changed, at `$1` or later, according to their columns. */
  modified: string
  /** Undefined if an index has no children. */
  children?: {
    /** `parent`, `key`, and text length in bytes of all children of parents, ordered by parent and key. */
    ofParents: string
    /** The same for children by their keys. */
    byKey: string
    /** The same for the children of one parent, `$1`, that changed at `$2` or later, according to their columns. */
    modified: string
    /** `parent`, `key`, and `fields`, in the same order. */
    documents: string
  }
}

/** Prefix of a text's name in `fields`: whether the text is HTML. */
export const IS_HTML = 'html of '

export function documentStatements(index: SearchIndexDefinition): DocumentStatements {
  const { parents: rows, children } = index.documents
  const parents = `SELECT ${rows.key}, (${rows.date})::text, ${rows.factor ?? 1}, ${fieldsSql(index, 'parent')}
      FROM ${rows.from} WHERE ${rows.key} = ANY($1)${also(rows)} ORDER BY ${rows.key}`
  const statements: DocumentStatements = {
    count: `SELECT count(*), count(*) FILTER (WHERE ${rows.key} <= $1) FROM ${rows.from} WHERE ${rows.where ?? 'true'}`,
    nextParents: `SELECT ${rows.key} FROM ${rows.from} WHERE ${rows.key} > $1${also(rows)} ORDER BY ${rows.key} LIMIT $2`,
    parents,
    boundedParents: `SELECT key, date, factor, fields::json, count > position FROM (
        SELECT *, row_number() OVER (ORDER BY key) AS position, count(*) OVER () AS count,
               sum(octet_length(fields)) OVER (ORDER BY key) - octet_length(fields) AS before
        FROM (SELECT key, date, factor, fields::text AS fields FROM (${parents}) AS documents (key, date, factor, fields)) AS texts
      ) AS placed WHERE before < $2 ORDER BY key`,
    modified: modifiedSql(index),
  }
  if (!children) return statements
  const order = `ORDER BY ${children.parent}, ${children.key}`
  const listed = `SELECT ${children.parent}, ${children.key}, ${bytesSql(index)} FROM ${children.from}`
  statements.children = {
    ofParents: `${listed} WHERE ${children.parent} = ANY($1)${also(children)} ${order}`,
    byKey: `${listed} WHERE ${children.key} = ANY($1)${also(children)} ${order}`,
    modified: `${listed} WHERE ${children.parent} = $1 AND (${changedSql(index)})${also(children)} ${order}`,
    documents: `SELECT ${children.parent}, ${children.key}, ${fieldsSql(index, 'child')}
      FROM ${children.from} WHERE ${children.key} = ANY($1)${also(children)} ${order}`,
  }
  return statements
}

/** One SELECT per column, so that each uses its index. */
function modifiedSql({ documents: { parents, children }, modified }: SearchIndexDefinition) {
  const selects = [
    ...(modified?.parents ?? []).map((column) => ({ rows: parents, key: parents.key, column })),
    ...(modified?.children ?? []).flatMap((column) =>
      children ? [{ rows: children, key: children.parent, column }] : []
    ),
  ].map(
    ({ rows, key, column }) =>
      `SELECT ${key} AS key FROM ${rows.from} WHERE ${column} >= $1${also(rows)}`
  )
  return selects.join(' UNION ') || 'SELECT NULL::bigint AS key WHERE $1::timestamptz IS NULL'
}

const changedSql = ({ modified }: SearchIndexDefinition) =>
  (modified?.children ?? []).map((column) => `${column} >= $2`).join(' OR ') || 'true'

function also({ where }: DocumentRows): string {
  return where ? ` AND (${where})` : ''
}

/** One JSON object with the values of all fields of a level. */
function fieldsSql({ fields }: SearchIndexDefinition, level: 'parent' | 'child'): string {
  const columns = Object.entries(fields).flatMap(([name, field]) => {
    if (field.level !== level) return []
    if (field.texts) {
      return [
        `${buildFirstTextSql(field.texts, ({ column }) => column, `''`)} AS ${ident(name)}`,
        `${buildFirstTextSql(field.texts, ({ html }) => String(html), 'false')} AS ${ident(IS_HTML + name)}`,
      ]
    }
    return field.sql === undefined ? [] : [`${field.sql as string} AS ${ident(name)}`]
  })
  if (columns.length === 0) return `'{}'::json`
  return `(SELECT row_to_json(document) FROM (SELECT ${columns.join(', ')}) document)`
}

/** Bytes of a child's long texts; PostgreSQL knows them without reading the text. */
function bytesSql({ fields }: SearchIndexDefinition): string {
  const texts = Object.values(fields).flatMap(({ level, texts: sources }) =>
    level === 'child' && sources
      ? [`octet_length(${buildFirstTextSql(sources, ({ column }) => column, `''`)})`]
      : []
  )
  return texts.join(' + ') || '0'
}

/** SQL of the first text that isn't empty, or of the expression for it. */
export function buildFirstTextSql(
  texts: TextSource[],
  shown: (source: TextSource) => string,
  otherwise: string
): string {
  const cases = texts.map((source) => `WHEN ${source.column} <> '' THEN ${shown(source)}`)
  return `CASE ${cases.join(' ')} ELSE ${otherwise} END`
}
