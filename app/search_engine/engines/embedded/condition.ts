/**
 * Third step of compiling: conditions in SQL. As much as possible becomes one FTS5 expression;
 * the rest become conditions on row IDs and values.
 */
import { columnValue, type ColumnValue } from './row_content.js'
import { matchExpression } from './match_expression.js'
import {
  dayFrom,
  LAST_DAY,
  MAX_CHILDREN,
  buildOrdinalSql,
  buildOwnRowIdSql,
  buildPlaceSql,
  rowsOfDays,
} from './row_id.js'
import type { IndexLayout } from './layout.js'
import type { ConnectedNode, OwnNode, ResolvedTree } from './resolve_query.js'

export type SqlValue = ColumnValue | bigint

/** Placeholder for the row ID column in conditions. */
export const ROW = ':row'
/** The same, for conditions that must not make SQLite look rows up one by one. */
export const HELD_ROW = ':held'

export interface SqlCondition {
  /** Evaluates to 0 or 1, never null. */
  sql: string
  values: SqlValue[]
  /** Whether it reads columns of `rows` (called `r`). */
  reads: boolean
}

export interface Condition {
  /** FTS5 expression; null: rows with any words. */
  match: string | null
  /** FTS5 expression of parents' own rows that all rows of these parents are taken from; only where `match` is null. */
  own?: string
  sql: SqlCondition[]
}

/** Calls `alive` for one parent in 64 on average; it throws when the search must stop. */
export const buildDeadlineCheckSql = (row: string) =>
  `(${row} & ${63 * (MAX_CHILDREN + 1)} OR alive())`

/** Row IDs that an expression matches. */
const MATCHED_ROWS = `SELECT rowid FROM words WHERE words MATCH ? AND ${buildDeadlineCheckSql('rowid')}`
/** Row IDs of the parents' own rows. */
export const OWN_ROWS = `${MATCHED_ROWS} AND (${buildOrdinalSql('rowid')}) = 0`

/** Larger numbers of values aren't looked up one by one. */
const MAX_VALUES = 500

export class ConditionCompiler {
  constructor(
    private layout: IndexLayout,
    /** Fields that equal the parent's date in every document: ranges of them are ranges of rows. */
    private dates: string[],
    /**
     * Whether an expression matches so few rows that the other conditions are checked row by
     * row.
     */
    private isRare: (expression: string) => boolean,
    private rows: { numberOf(node: ConnectedNode, candidates: Condition): number }
  ) {}

  compile(tree: ResolvedTree): Condition {
    const parts = tree.op === 'and' ? tree.of : tree.op === 'all' ? [] : [tree]
    const matched: ResolvedTree[] = []
    const rest: ResolvedTree[] = []
    for (const part of parts)
      (matchExpression(part, this.layout) === null ? rest : matched).push(part)
    const connected = rest.filter((part) => part.op === 'connected')
    const base = this.withoutConnected(
      matched,
      rest.filter((part) => part.op !== 'connected'),
      connected
    )
    // Only the rows that the rest of the query matches are candidates.
    const linked = connected.map((part) => this.connected(part, part.own ? undefined : base))
    return { ...base, sql: [...base.sql, ...linked] }
  }

  private withoutConnected(
    matched: ResolvedTree[],
    rest: ResolvedTree[],
    connected: ConnectedNode[]
  ): Condition {
    if (matched.length)
      return {
        match: matchExpression({ op: 'and', of: matched }, this.layout),
        sql: rest.map((part) => this.sql(part)),
      }
    const expressions = [
      ...rest.filter((part) => part.op === 'own'),
      ...connected.filter((part) => part.own),
    ].map((part) => ({ part, own: this.ownExpression(part) }))
    const rare = expressions.find(({ own }) => this.isRare(own))
    return {
      match: null,
      ...(rare ? { own: rare.own } : {}),
      sql: rest.filter((part) => part !== rare?.part).map((part) => this.sql(part)),
    }
  }

  /** @param candidates by default, all rows that contain the terms */
  private connected(
    node: ConnectedNode,
    candidates: Condition = { match: matchExpression(node.candidates, this.layout), sql: [] }
  ): SqlCondition {
    const ordinal = node.own ? '0' : buildOrdinalSql(ROW)
    return {
      sql: `connected(?, ${buildPlaceSql(ROW)}, ${ordinal})`,
      values: [BigInt(this.rows.numberOf(node, candidates))],
      reads: false,
    }
  }

  /** A condition on values only, decided by reading one row; null if it depends on words. */
  byValues(tree: ResolvedTree): SqlCondition | null {
    switch (tree.op) {
      case 'all':
        return { sql: '1', values: [], reads: false }
      case 'none':
      case 'range':
      case 'connected':
        return this.sql(tree)
      case 'and':
      case 'or':
        return combine(
          tree.op,
          tree.of.map((part) => this.byValues(part))
        )
      case 'not':
        return negate(this.byValues(tree.of))
      case 'is': {
        const field = this.layout.fields.get(tree.field)!
        if (!field.value || tree.values.length > MAX_VALUES) return null
        const values = tree.values.map((value) => columnValue(field, value))
        return {
          sql: `coalesce(r.${field.value} IN (${values.map(() => '?').join(', ')}), 0)`,
          values,
          reads: true,
        }
      }
      default:
        return null
    }
  }

  /** Any condition. */
  sql(tree: ResolvedTree): SqlCondition {
    const match = matchExpression(tree, this.layout)
    if (match !== null)
      return {
        sql: `${HELD_ROW} IN (${MATCHED_ROWS})`,
        values: [match],
        reads: false,
      }
    switch (tree.op) {
      case 'and':
      case 'or':
        return combine(
          tree.op,
          this.gathered(tree).map((part) => this.sql(part))
        )!
      case 'not':
        return negate(this.sql(tree.of))!
      case 'range':
        return this.range(tree)
      case 'own':
        return this.own(tree)
      case 'connected':
        return this.connected(tree)
      default:
        return { sql: '0', values: [], reads: false }
    }
  }

  /** Merges the parts that are words only. */
  private gathered(tree: { op: 'and' | 'or'; of: ResolvedTree[] }): ResolvedTree[] {
    const words = tree.of.filter((part) => matchExpression(part, this.layout) !== null)
    if (words.length < 2) return tree.of
    return [{ op: tree.op, of: words }, ...tree.of.filter((part) => !words.includes(part))]
  }

  private ownExpression(node: OwnNode | ConnectedNode): string {
    return matchExpression(node.op === 'own' ? node.of : node.candidates, this.layout)!
  }

  private own(node: OwnNode): SqlCondition {
    return {
      sql: `${buildOwnRowIdSql(ROW)} IN (${OWN_ROWS})`,
      values: [this.ownExpression(node)],
      reads: false,
    }
  }

  private range({ field, from, to }: Extract<ResolvedTree, { op: 'range' }>): SqlCondition {
    if (this.dates.includes(field)) {
      const first = from === null ? 1 : dayFrom(Math.ceil(from))
      const last = to === null ? LAST_DAY : dayFrom(Math.floor(to))
      return {
        sql: `${ROW} BETWEEN ? AND ?`,
        values: rowsOfDays(first, last),
        reads: false,
      }
    }
    const column = `r.${this.layout.fields.get(field)!.value}`
    const bounds = [
      ...(from === null ? [] : [`${column} >= ?`]),
      ...(to === null ? [] : [`${column} <= ?`]),
    ]
    return {
      sql: bounds.length ? `coalesce(${bounds.join(' AND ')}, 0)` : `${column} IS NOT NULL`,
      values: [from, to].filter((bound) => bound !== null),
      reads: true,
    }
  }
}

function combine(op: 'and' | 'or', parts: (SqlCondition | null)[]): SqlCondition | null {
  if (!parts.every((part) => part !== null)) return null
  return {
    sql: `(${parts.map(({ sql }) => sql).join(` ${op.toUpperCase()} `)})`,
    values: parts.flatMap(({ values }) => values),
    reads: parts.some(({ reads }) => reads),
  }
}

function negate(condition: SqlCondition | null): SqlCondition | null {
  return condition && { ...condition, sql: `(NOT ${condition.sql})` }
}
