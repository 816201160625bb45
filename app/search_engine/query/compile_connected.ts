/**
 * Compiles terms joined by connectors. Connectors with a number bind more tightly than those of a
 * sentence, and those more tightly than those of a paragraph: in `a /3 b /s c`, all three words
 * are in one sentence. Otherwise, a connector relates the terms on its two sides.
 */
import { compileTerms } from './compile_text.js'
import { QueryError, place } from './query_error.js'
import type { Scope } from './scope.js'
import type { Connector, Syntax } from './syntax.js'
import { type Chain, type Link, type Operand, type QueryTree, NONE } from './tree.js'

type ChainSyntax = Extract<Syntax, { is: 'chain' }>
type Inside = Link['inside']

/** @throws QueryError for a field without words, or a term without letters and digits */
export function compileConnected(syntax: ChainSyntax, scope: Scope): QueryTree {
  const [{ text, at }] = syntax.links as [Connector]
  if (scope.field && scope.field.kind !== 'text')
    throw new QueryError(
      'value',
      at,
      `${scope.field.written} matches whole values only; it does not support ${text} (${place(at)}).`,
      'Join the values with AND or OR.'
    )
  if (!scope.text.length) return NONE
  return { op: 'connected', fields: scope.text, chain: compileChain(syntax, scope, null) }
}

function compileChain({ of, links }: ChainSyntax, scope: Scope, around: Inside): Chain {
  const inside = unitsAround(links, around)
  return {
    is: 'chain',
    of: of.map((part, index) =>
      compileOperand(
        part,
        scope,
        narrower(inside[index - 1], inside[index]),
        links[Math.max(0, index - 1)]!
      )
    ),
    links: links.map(({ unit, distance, ordered }, index) => ({
      unit,
      distance,
      ordered,
      inside: inside[index] === unit ? around : inside[index]!,
    })),
  }
}

/**
 * For each link, the smallest unit that contains both of its terms because a link in the same run
 * requires it.
 */
function unitsAround(links: readonly Connector[], around: Inside): Inside[] {
  const hasParagraphs = links.some(({ unit }) => unit === 'paragraph')
  const wide: Inside = around ?? (hasParagraphs ? 'paragraph' : null)
  const found: Inside[] = []
  for (let at = 0; at < links.length;) {
    let end = at
    while (end < links.length && links[end]!.unit !== 'paragraph') end++
    const run = links.slice(at, end)
    const isSentence = run.some(({ unit }) => unit === 'sentence')
    for (let index = at; index < end; index++) found.push(isSentence ? 'sentence' : wide)
    if (end < links.length) found.push(wide)
    at = end + 1
  }
  return found
}

function narrower(...units: (Inside | undefined)[]): Inside {
  return units.includes('sentence') ? 'sentence' : units.includes('paragraph') ? 'paragraph' : null
}

function compileOperand(syntax: Syntax, scope: Scope, around: Inside, link: Connector): Operand {
  switch (syntax.is) {
    case 'or': {
      const of = syntax.of.map((part) => compileOperand(part, scope, around, link))
      return joined(of)
    }
    case 'chain':
      return compileChain(syntax, scope, around)
    case 'word':
    case 'phrase':
    case 'pattern':
    case 'root':
    case 'fuzzy': {
      const of = compileTerms(syntax, scope)
      if (of.length) return { is: 'terms', of }
      throw new QueryError(
        'syntax',
        syntax.at,
        `The term at ${place(syntax.at)}, joined by ${link.text}, has no letters or digits.`,
        'Write a word, phrase, or group on each side: breach /s duty.'
      )
    }
    default:
      // The parser rejects other operands.
      throw new Error(`"${syntax.is}" is not an operand of a connector.`)
  }
}

/** Alternatives; single terms become one list, because each list is searched separately. */
function joined(of: Operand[]): Operand {
  const flat = of.flatMap((one) => (one.is === 'any' ? one.of : [one]))
  const terms = flat.flatMap((one) => (one.is === 'terms' ? one.of : []))
  const rest = flat.filter(({ is }) => is !== 'terms')
  if (!rest.length) return { is: 'terms', of: terms }
  return { is: 'any', of: terms.length ? [{ is: 'terms', of: terms }, ...rest] : rest }
}
