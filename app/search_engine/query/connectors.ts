/**
 * Proximity connectors of legal research services: `/s`, `/p`, `/5`, and the forms that order the
 * terms. They bind more tightly than AND, and OR between operands more tightly than they do, as
 * in those services.
 */
import { place } from './query_error.js'
import type { Connector, Syntax } from './syntax.js'
import { shorten } from './values.js'

/** A part of a query, how it is joined to the previous one, and the number of NOTs before it. */
export interface SequencePart {
  join: 'or' | 'and' | 'space' | Connector
  nots: number
  of: Syntax
}

export type Fail = (
  position: number,
  problem: string,
  suggestion: string,
  kind?: 'proximity'
) => never

/** Maximum distance of a connector. */
export const MAX_DISTANCE = 255

const CONNECTOR =
  /^(?:(w|pre|onear|near|not)?\/|\+)(?:(s|sent|sentence)|(p|para|paragraph)|(seg|segment)|(\d+))$/i
/** A plus sign and a number are a connector only if a distance may be meant: `+1 202 555 0100`. */
const LONGEST_AFTER_PLUS = 3
const PHONE_NUMBER = /^\+\d+ +(?:\(\d+\)|\d+)[ .-]+\d{3}/

/**
 * Whether a word of a query is a connector.
 * @param context the query from this word on
 */
export function isConnector(word: string, context: string): boolean {
  const [, , , , segment, distance = ''] = CONNECTOR.exec(word) ?? []
  if (!CONNECTOR.test(word)) return false
  if (!word.startsWith('+')) return true
  return (
    segment === undefined && distance.length <= LONGEST_AFTER_PLUS && !PHONE_NUMBER.test(context)
  )
}

/** With connectors, `evict!` is a prefix, as in other services; elsewhere it may be a name. */
const ROOT = /^[\p{L}\p{Nd}]{3,}!$/u

const NEGATED = 'Use NOT with a group: breach NOT (breach /5 peace).'

/** Reads a connector; refuses those that have no equivalent here. */
export function readConnector(text: string, at: number, fail: Fail): Connector {
  const [, prefix = '', sentence, , segment, distance] = CONNECTOR.exec(text)!
  const written = `"${shorten(text)}" at ${place(at)}`
  if (segment !== undefined)
    fail(
      at,
      `${written} is not a supported operator.`,
      'To find both words in one field, write the name of the field: caseName:(bank trust).',
      'proximity'
    )
  if (prefix.toLowerCase() === 'not')
    fail(at, `${written} is not a supported operator.`, NEGATED, 'proximity')
  const ordered = text.startsWith('+') || /^(?:pre|onear)$/i.test(prefix)
  const unit = distance !== undefined ? 'word' : sentence !== undefined ? 'sentence' : 'paragraph'
  if (unit === 'word' && !(Number(distance) >= 1 && Number(distance) <= MAX_DISTANCE))
    fail(
      at,
      `${written} has no valid number of words; it can be 1 to ${MAX_DISTANCE}.`,
      `Use /${Number(distance) < 1 ? 1 : MAX_DISTANCE}, or /p for the same paragraph.`,
      'proximity'
    )
  return { unit, distance: unit === 'word' ? Number(distance) : 0, ordered, text, at }
}

/** Whether an AND was written, rather than a space. */
export type IsWritten = (and: Syntax) => boolean

/**
 * The syntax of parts in a row. NOT binds more tightly than AND, and AND more tightly than OR,
 * except in a run of parts with connectors.
 *
 * @param addWritten receives each conjunction with a written AND
 */
export function joinSequence(
  parts: SequencePart[],
  isWritten: IsWritten,
  addWritten: (and: Syntax) => void,
  fail: Fail
): Syntax {
  const alternatives: { of: Syntax[]; isWritten: boolean }[] = []
  for (const { join, of } of joinRuns(parts, isWritten, fail)) {
    const last = alternatives.at(-1)
    if (!last || join === 'or') alternatives.push({ of: [of], isWritten: false })
    else {
      last.of.push(of)
      last.isWritten ||= join === 'and'
    }
  }
  const conjunctions = alternatives.map(({ of, isWritten: written }): Syntax => {
    if (of.length === 1) return of[0]!
    const and: Syntax = { is: 'and', of }
    if (written) addWritten(and)
    return and
  })
  return conjunctions.length === 1 ? conjunctions[0]! : { is: 'or', of: conjunctions }
}

interface JoinedPart {
  join: 'or' | 'and' | 'space'
  of: Syntax
}

/** Replaces each run of parts with connectors by one part. */
function joinRuns(parts: SequencePart[], isWritten: IsWritten, fail: Fail): JoinedPart[] {
  const joined: JoinedPart[] = []
  for (let at = 0; at < parts.length;) {
    let end = at + 1
    while (end < parts.length && continuesRun(parts[end]!)) end++
    const run = parts.slice(at, end)
    if (run.some(({ join }, index) => index > 0 && typeof join === 'object')) {
      const of = chainOf(run, isWritten, fail)
      joined.push({ join: run[0]!.join as JoinedPart['join'], of: negated(run[0]!.nots, of) })
    } else {
      for (const { join, nots, of } of run)
        joined.push({ join: join as JoinedPart['join'], of: negated(nots, of) })
    }
    at = end
  }
  return joined
}

function continuesRun({ join, nots }: SequencePart): boolean {
  return typeof join === 'object' || (join === 'or' && nots === 0)
}

function negated(nots: number, of: Syntax): Syntax {
  return nots % 2 ? { is: 'not', of } : of
}

function chainOf(run: SequencePart[], isWritten: IsWritten, fail: Fail): Syntax {
  const operands: Syntax[][] = [[]]
  const links: Connector[] = []
  for (const [index, { join }] of run.entries()) {
    if (index && typeof join === 'object') {
      links.push(join)
      operands.push([])
    }
    operands.at(-1)!.push(run[index]!.of)
  }
  const of = operands.map((any, index) => {
    const beside = links[Math.max(0, index - 1)]!
    const ways = any.map((one) => operandOf(one, beside, isWritten, fail))
    return ways.length === 1 ? ways[0]! : ({ is: 'or', of: ways } as Syntax)
  })
  return { is: 'chain', of, links, at: links[0]!.at }
}

/** An operand of a connector. In its groups, a space means OR: `(landlord lessor) /p evict`. */
function operandOf(syntax: Syntax, link: Connector, isWritten: IsWritten, fail: Fail): Syntax {
  const refuse = (what: string, suggestion: string): never =>
    fail(link.at, `"${link.text}" at ${place(link.at)} can't join ${what}.`, suggestion)
  switch (syntax.is) {
    case 'and':
      if (isWritten(syntax))
        refuse(
          'a group with AND',
          `Write a connector for each word, (a ${link.text} c) AND (b ${link.text} c), or use OR in the group.`
        )
      return { is: 'or', of: syntax.of.map((part) => operandOf(part, link, isWritten, fail)) }
    case 'or':
      return { is: 'or', of: syntax.of.map((part) => operandOf(part, link, isWritten, fail)) }
    case 'not':
      return refuse('a group with NOT', `Exclude the group: a NOT (a ${link.text} b).`)
    case 'nothing':
      return refuse('an empty group', 'Write a word in the parentheses.')
    case 'field':
      if (syntax.of.is === 'range') return refuse('a range', 'Join the range with AND.')
      return refuse(
        'a field',
        `Put all terms in parentheses after the field name: ${shorten(syntax.name)}:(a ${link.text} b).`
      )
    case 'range':
      return refuse('a range', 'Join the range with AND.')
    case 'word':
      if (/^not$/i.test(syntax.text)) return refuse('NOT', NEGATED)
      return ROOT.test(syntax.text)
        ? { ...syntax, is: 'root', text: syntax.text.slice(0, -1) }
        : syntax
    case 'phrase':
      return syntax.distance === null
        ? syntax
        : refuse(
            'words with ~',
            `Use a connector instead of ~: (breach /${Number(syntax.distance) + 1} duty).`
          )
    default:
      return syntax
  }
}
