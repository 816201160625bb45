/**
 * Compiles filter terms to SQL. Each relation is one subquery, so parameters with the same
 * prefix apply to the same related row.
 */
import { ident } from '#app/support/sql_text'
import type { Relation } from '../resource.js'
import type { Statement, Condition } from '../statement.js'
import type { FilterTree, Term } from './parse.js'
import type { ValuesField } from '../field_definitions.js'

/**
 * The conditions of a tree as SQL.
 *
 * @param alias alias of the tree's table
 * @returns conditions to be joined with AND
 */
export function compileFilterConditions(
  tree: FilterTree,
  alias: string,
  statement: Statement
): string[] {
  const conditions = tree.terms.map((term) => termSql(term, tree, alias, statement))
  for (const { relation, tree: related } of tree.related.values()) {
    conditions.push(relatedSql(relation, related, tree, alias, statement))
  }
  return conditions
}

/**
 * Conditions on nested rows from filters of the root: a row matches a relation's filters if
 * the record referenced by its column does (contract, list behavior 6,
 * filter_nested_results).
 *
 * @param columns column of the nested rows for each relation
 * @param alias alias of the nested rows
 */
export function compileNestedFilterConditions(
  tree: FilterTree,
  columns: Record<string, string>,
  alias: string,
  statement: Statement
): string[] {
  return Object.entries(columns).flatMap(([name, column]) => {
    const related = tree.related.get(name)
    const terms = tree.terms.filter(({ filter }) => filter.name === name)
    return [
      ...terms.map(({ negated, condition }) => {
        const sql = condition(`${alias}.${ident(column)}`, statement)
        return negated ? `(${sql}) IS NOT TRUE` : sql
      }),
      ...(related
        ? [
            relatedSql(
              { target: related.relation.target, column },
              related.tree,
              tree,
              alias,
              statement
            ),
          ]
        : []),
    ]
  })
}

function termSql(
  { filter, negated, condition }: Term,
  tree: FilterTree,
  alias: string,
  statement: Statement
): string {
  if (filter.relation?.via) {
    // Only negated terms reach this: no related row has this key.
    const related: FilterTree = {
      table: filter.relation.target,
      terms: [
        {
          filter: { ...filter, column: filter.relation.target.key.column, relation: undefined },
          negated: false,
          condition,
        },
      ],
      related: new Map(),
    }
    return `NOT (${relatedSql(filter.relation, related, tree, alias, statement)})`
  }
  const sql = filter.within
    ? codeSql(filter.within, condition, `${alias}.${ident(tree.table.key.column)}`, statement)
    : condition(`${alias}.${ident(filter.column)}`, statement)
  // A row without a value doesn't have the excluded one.
  return negated ? `(${sql}) IS NOT TRUE` : sql
}

/** A condition on one of a row's codes. */
function codeSql(
  { via, table, column }: ValuesField,
  condition: Condition,
  key: string,
  statement: Statement
): string {
  const [join, code] = [statement.alias(), statement.alias()]
  return (
    `${key} IN (SELECT ${join}.${ident(via.from)} FROM ${ident(via.table)} ${join} JOIN ${ident(table)} ${code}` +
    ` ON ${code}.id = ${join}.${ident(via.to)} WHERE ${condition(`${code}.${ident(column)}`, statement)})`
  )
}

function relatedSql(
  relation: Relation,
  tree: FilterTree,
  parent: FilterTree,
  alias: string,
  statement: Statement
): string {
  const { target, column, via } = relation
  if (column) {
    const own = `${alias}.${ident(column)}`
    const direct = onKeyOnly(tree)
    if (direct) return direct.map(({ condition }) => condition(own, statement)).join(' AND ')
    return `${own} IN (${select(tree, target.key.column, statement)})`
  }

  const key = `${alias}.${ident(parent.table.key.column)}`
  if (via && 'column' in via) return `${key} IN (${select(tree, via.column, statement)})`

  const { table, from, to } = via as { table: string; from: string; to: string }
  const join = statement.alias()
  const other = `${join}.${ident(to)}`
  const direct = onKeyOnly(tree)
  const condition = direct
    ? direct.map((term) => term.condition(other, statement)).join(' AND ')
    : `${other} IN (${select(tree, target.key.column, statement)})`
  return `${key} IN (SELECT ${join}.${ident(from)} FROM ${ident(table)} ${join} WHERE ${condition})`
}

/**
 * Conditions that use only the related key can be applied to the column that contains it, unless the
 * related row must also be readable.
 */
function onKeyOnly(tree: FilterTree): Term[] | undefined {
  if (tree.table.ownership) return undefined
  const onKey = ({ filter, negated }: Term) =>
    !negated && !filter.relation && filter.column === tree.table.key.column
  return tree.related.size === 0 && tree.terms.length > 0 && tree.terms.every(onKey)
    ? tree.terms
    : undefined
}

function select(tree: FilterTree, column: string, statement: Statement): string {
  const alias = statement.alias()
  const conditions = compileFilterConditions(tree, alias, statement)
  // Filters must not reveal records that the account can't read.
  if (tree.table.ownership) conditions.push(tree.table.ownership.readable(alias, statement))
  return `SELECT ${alias}.${ident(column)} FROM ${ident(tree.table.table)} ${alias} WHERE ${conditions.join(' AND ') || 'TRUE'}`
}
