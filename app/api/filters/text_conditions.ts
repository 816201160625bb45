/** SQL conditions on text. */
import { combineConditions, OPERATORS, type Comparison, type Condition } from '../statement.js'
import type { Lookup } from './kinds.js'
import { readList, readRange, readText } from './values.js'

/** Text is compared by bytes, or folded to lowercase for case-insensitive lookups. */
export function buildTextCondition(lookup: Lookup, raw: string): Condition {
  const text = readText(raw)
  switch (lookup) {
    case 'exact':
      return (column, statement) => `${column} = ${statement.bind(text, 'text')}`
    case 'in': {
      const values = readList(text)
      return (column, statement) => `${column} = ANY(${statement.bind(values, 'text[]')})`
    }
    case 'iexact':
      return (column, statement) =>
        `curia_fold(${column}) = curia_fold(${statement.bind(text, 'text')})`
    case 'startswith':
      return prefix(text)
    case 'istartswith':
      return (column, statement) => prefix(text.toLowerCase())(`curia_fold(${column})`, statement)
    case 'endswith':
      return like(`%${escapeLike(text)}`)
    case 'iendswith':
      return likeFolded(`%${escapeLike(text)}`)
    case 'contains':
      return like(`%${escapeLike(text)}%`)
    case 'icontains':
      return likeFolded(`%${escapeLike(text)}%`)
    case 'range': {
      const [low, high] = readRange(text)
      return combineConditions(
        (column, statement) => `${column} >= ${statement.bind(low, 'text')}`,
        (column, statement) => `${column} <= ${statement.bind(high, 'text')}`
      )
    }
    default:
      return (column, statement) =>
        `${column} ${OPERATORS[lookup as Comparison]} ${statement.bind(text, 'text')}`
  }
}

function like(pattern: string): Condition {
  return (column, statement) => {
    statement.plannedByValues = true
    return `${column} LIKE ${statement.bind(pattern, 'text')}`
  }
}

function likeFolded(pattern: string): Condition {
  return (column, statement) => {
    statement.plannedByValues = true
    return `curia_fold(${column}) LIKE curia_fold(${statement.bind(pattern, 'text')})`
  }
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A prefix as a range in byte order, which an index can serve in any plan. */
function prefix(text: string): Condition {
  const end = successor(text)
  const from: Condition = (column, statement) =>
    `${column} COLLATE "C" >= ${statement.bind(text, 'text')}`
  if (end === undefined) return from
  return combineConditions(
    from,
    (column, statement) => `${column} COLLATE "C" < ${statement.bind(end, 'text')}`
  )
}

/** The first text after all texts with a prefix, in code point order. */
function successor(text: string): string | undefined {
  const points = Array.from(text, (character) => character.codePointAt(0)!)
  while (points.length) {
    const last = points.pop()!
    if (last < 0x10ffff) {
      // Surrogates aren't characters.
      const next = last + 1 === 0xd800 ? 0xe000 : last + 1
      return String.fromCodePoint(...points, next)
    }
  }
  return undefined
}
