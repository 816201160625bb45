/** Statements over matching rows. */
import type { Grain } from '../../engine.js'
import { MAX_CHILDREN, buildOrdinalSql, buildPlaceSql } from './row_id.js'
import {
  HELD_ROW,
  OWN_ROWS,
  ROW,
  buildDeadlineCheckSql,
  type Condition,
  type SqlCondition,
  type SqlValue,
} from './condition.js'

export interface Statement {
  sql: string
  values: SqlValue[]
}

export interface RowsQuery {
  condition: Condition
  /** Columns after place and ordinal; `r` is the table of values. */
  columns?: string[]
  /** Rows of children, of leaves, or (`parent`) all. */
  grain?: Grain
  more?: SqlCondition[]
  order?: 'newest' | 'oldest'
}

const IS_CHILD = `(${buildOrdinalSql(ROW)}) > 0`
const HAS_CHILDREN = `EXISTS (SELECT 1 FROM rows child WHERE child.row > ${ROW} AND child.row <= (${ROW} | ${MAX_CHILDREN}))`

/** Condition on rows of a grain. */
const ONLY: Record<Grain, string[]> = {
  parent: [],
  child: [IS_CHILD],
  leaf: [`(${IS_CHILD} OR NOT ${HAS_CHILDREN})`],
}

/** Matching rows: place, ordinal, and further columns. */
export function rowsStatement({ condition, columns = [], order, ...rest }: RowsQuery): Statement {
  const selected = [
    `${buildPlaceSql(ROW)} AS place`,
    `${buildOrdinalSql(ROW)} AS ordinal`,
    ...columns,
  ]
  return assemble(condition, selected, {
    ...rest,
    reads: columns.some((column) => column.includes('r.')),
    tail: tailOf(order),
  })
}

function tailOf(order: RowsQuery['order']): string {
  return order ? `ORDER BY ${ROW} ${order === 'newest' ? 'DESC' : 'ASC'}` : ''
}

/** Matching row IDs, in which other rows are looked up. */
export function rowIdsStatement(
  condition: Condition,
  { grain, order }: Pick<RowsQuery, 'grain' | 'order'> = {}
): Statement {
  return assemble(condition, [`${ROW} AS row`], { grain, tail: tailOf(order) })
}

/** Number of matching rows. */
export function countRowsStatement(condition: Condition, grain: Grain): Statement {
  return assemble(condition, ['count(*)'], { grain })
}

/** Number of parents that have matching rows. */
export function countParentsStatement(condition: Condition): Statement {
  return assemble(condition, [`count(DISTINCT ${buildPlaceSql(ROW)})`], {})
}

/** Number of matching rows minus the number of their parents. */
export function countSiblingsStatement(condition: Condition): Statement {
  return assemble(condition, [`count(*) - count(DISTINCT ${buildPlaceSql(ROW)})`], {})
}

/** Number of hits among matching rows, which are read up to a limit. */
export function countSomeStatement(
  condition: Condition,
  { grain, most, hasChildren }: { grain: Grain; most: number; hasChildren: boolean }
): Statement {
  const hit = grain === 'parent' && hasChildren ? `DISTINCT ${buildPlaceSql(ROW)}` : '1'
  const { sql, values } = assemble(condition, [hit], { grain })
  return { sql: `SELECT count(*) FROM (${sql} LIMIT ${most})`, values }
}

function assemble(
  { match, own, sql }: Condition,
  selected: string[],
  options: { grain?: Grain; more?: SqlCondition[]; reads?: boolean; tail?: string }
): Statement {
  const conditions = [...sql, ...(options.more ?? [])]
  const reads = options.reads || conditions.some((condition) => condition.reads)
  const where = [
    ...(match === null ? [] : ['words MATCH ?']),
    // First, so that rows rejected by the other conditions count as well.
    buildDeadlineCheckSql(ROW),
    ...conditions.map((condition) => condition.sql),
    ...ONLY[options.grain ?? 'parent'],
  ]
  const ofParents = `(${OWN_ROWS}) o CROSS JOIN rows r ON r.row BETWEEN o.rowid AND o.rowid + ${MAX_CHILDREN}`
  const unmatched = own === undefined ? 'rows r' : ofParents
  const from =
    match === null ? unmatched : reads ? 'words CROSS JOIN rows r ON r.row = words.rowid' : 'words'
  const text = `SELECT ${selected.join(', ')} FROM ${from} WHERE ${where.join(' AND ')} ${options.tail ?? ''}`
  return {
    sql: text
      .replaceAll(HELD_ROW, match === null ? 'r.row' : '+words.rowid')
      .replaceAll(ROW, match === null ? 'r.row' : 'words.rowid'),
    values: [
      ...[own ?? match].filter((one) => one !== null),
      ...conditions.flatMap(({ values }) => values),
    ],
  }
}
