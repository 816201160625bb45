/** Trees and queries as text, for debugging searches. */
import type { Syntax } from './syntax.js'
import type { Link, Operand, QueryLeaf, QueryTree } from './tree.js'

/**
 * A tree on one line: `(caseName,text:neglig… AND NOT text:"proximate cause")`.
 * Stems end in `…`; values of a list are in braces.
 */
export function printTree(tree: QueryTree): string {
  switch (tree.op) {
    case 'all':
      return 'ALL'
    case 'none':
      return 'NONE'
    case 'not':
      return `NOT ${printTree(tree.of)}`
    case 'and':
    case 'or':
      return `(${tree.of.map(printTree).join(` ${tree.op.toUpperCase()} `)})`
    default:
      return printLeaf(tree)
  }
}

function printLeaf(leaf: QueryLeaf): string {
  const fields = 'fields' in leaf ? leaf.fields.join(',') : leaf.field
  return `${fields}:${printAsked(leaf)}`
}

function printAsked(leaf: QueryLeaf): string {
  switch (leaf.op) {
    case 'word':
      return leaf.form === 'key' ? `#${leaf.word}` : wordOf(leaf)
    case 'phrase':
      return quoted(leaf)
    case 'near':
      return `${quoted(leaf)}~${leaf.distance}`
    case 'connected':
      return printOperand(leaf.chain)
    case 'prefix':
      return `${leaf.prefix}*`
    case 'wildcard':
      return leaf.pattern
    case 'fuzzy':
      return `${leaf.word}~${leaf.edits}`
    case 'range':
      return `[${leaf.from ?? '*'} TO ${leaf.to ?? '*'}]`
    case 'is':
      return `{${leaf.values.join(', ')}}`
  }
}

function printOperand(operand: Operand): string {
  switch (operand.is) {
    case 'terms':
      return inParentheses(operand.of.map(printAsked), ' OR ')
    case 'any':
      return inParentheses(operand.of.map(printOperand), ' OR ')
    case 'chain': {
      const [first, ...rest] = operand.of.map(printOperand)
      return `(${first}${rest.map((part, index) => ` ${printLink(operand.links[index]!)} ${part}`).join('')})`
    }
  }
}

function inParentheses(parts: string[], by: string): string {
  return parts.length === 1 ? parts[0]! : `(${parts.join(by)})`
}

function printLink({ unit, distance, ordered, inside }: Link): string {
  const what = unit === 'word' ? String(distance) : unit[0]!
  return `${ordered ? '+' : '/'}${what}${inside ? `[${inside[0]}]` : ''}`
}

const wordOf = ({ word, form }: { word: string; form: string }) =>
  form === 'stem' ? `${word}…` : word

function quoted({ words, form }: { words: string[]; form: string }): string {
  return form === 'stem' ? `"${words.map((word) => `${word}…`).join(' ')}"` : `"${words.join(' ')}"`
}

/**
 * A query in canonical form, with every operator and parenthesis. Parsing it again gives the
 * same query.
 */
export function printQuery(syntax: Syntax): string {
  switch (syntax.is) {
    case 'nothing':
      return '()'
    case 'and':
    case 'or':
      return `(${syntax.of.map(printQuery).join(` ${syntax.is.toUpperCase()} `)})`
    case 'not':
      return syntax.of.is === 'not'
        ? `NOT (${printQuery(syntax.of)})`
        : `NOT ${printQuery(syntax.of)}`
    case 'field':
      return `${syntax.name}:${printValue(syntax.of)}`
    case 'chain': {
      const [first, ...rest] = syntax.of.map(printQuery)
      return `(${first}${rest.map((part, index) => ` ${syntax.links[index]!.text} ${part}`).join('')})`
    }
    case 'phrase':
      return `"${syntax.text}"${syntax.distance === null ? '' : `~${syntax.distance}`}`
    case 'word':
    case 'pattern':
      return syntax.text
    case 'root':
      return `!${syntax.text}`
    case 'fuzzy':
      return `${syntax.text}~${syntax.edits}`
    case 'range':
      return printRange(syntax)
  }
}

/** Operators, and words that would have another meaning after a colon, are put in parentheses. */
function printValue(syntax: Syntax): string {
  const printed = printQuery(syntax)
  const inBrackets =
    syntax.is === 'not' || syntax.is === 'field' || ('text' in syntax && /^[<>[{/]/.test(printed))
  return inBrackets ? `(${printed})` : printed
}

function printRange(range: Syntax & { is: 'range' }): string {
  const [from, to] = [range.from, range.to].map((bound) => (bound === null ? '*' : `"${bound}"`))
  return `${range.fromIncluded ? '[' : '{'}${from} TO ${to}${range.toIncluded ? ']' : '}'}`
}
