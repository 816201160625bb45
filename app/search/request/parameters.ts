/**
 * The filter parameters of a search, as trees (search.md 1.1).
 */
import type { SearchIndexDefinition, SearchField } from '../define_search_index.js'
import type { SearchParameter, SearchTypeDefinition } from '../define_search_type.js'
import { checkText } from '#app/search_engine/query/check_text'
import { dayRange, requireDate } from '#app/search_engine/query/dates'
import {
  parseFilterText,
  phraseFilter,
  type QueryContext,
  numberFilter,
} from '#app/search_engine/query/parse_query'
import { inParameter } from '#app/search_engine/query/query_error'
import { ALL, and, type QueryTree, NONE, or } from '#app/search_engine/query/tree'
import { nearNames } from '#app/support/did_you_mean'
import { InvalidValues } from '#app/support/domain_error'

/** Maximum number of values in a list. */
const MAX_VALUES = 1000
/** Maximum number of values that an error suggests. */
const MAX_SUGGESTIONS = 3
/** `court_ca9=on`: the alternative way to select courts. */
export const COURT_BOX = /^court_([\w-]+)$/
/** Selects all checkboxes of a type. */
export const ALL_BOXES = 'stat_all'

export interface NarrowingContext extends QueryContext {
  type: SearchTypeDefinition
  index: SearchIndexDefinition
  /** The value of a parameter; undefined if missing or empty. */
  get: (name: string) => string | undefined
  /** IDs of the courts with selected checkboxes. */
  courtBoxes: string[]
  /** The result of `tickedBoxes`. */
  ticked: string[] | 'all'
  errors: FieldErrors
}

/**
 * The filters of a search.
 *
 * @throws QueryError for the syntax of texts and dates; other errors are added to `errors`
 */
export function buildSearchFilter(context: NarrowingContext): QueryTree {
  const { type, get, courtBoxes } = context
  const trees = Object.entries(type.parameters).map(([name, parameter]) => {
    const text = get(name) ?? (parameter.is === 'courts' && courtBoxes.length ? '' : undefined)
    return text === undefined ? ALL : narrow(context, name, parameter, text)
  })
  return and(...trees, boxes(context))
}

function narrow(
  context: NarrowingContext,
  name: string,
  parameter: SearchParameter,
  text: string
): QueryTree {
  const { index, errors, get } = context
  const { field } = parameter
  switch (parameter.is) {
    case 'text':
      return inParameter(name, () => parseFilterText(text, field, index, context))
    case 'docket number':
      return inParameter(name, () => {
        checkText(text.replaceAll(/\S*\*\S*/g, ' '))
        return numberFilter(text, field)
      })
    case 'citation': {
      inParameter(name, () => checkText(text))
      const { references = [] } = index.language?.rewrite(text) ?? {}
      const meant = references.length ? [...new Set(references)] : [text]
      return or(...meant.map((reference) => phraseFilter(reference, field)))
    }
    case 'courts':
      return courts(context, field, text)
    case 'after':
      return days(context, field, [name, text], [parameter.other, get(parameter.other)])
    case 'before':
      // Both parameters of a pair are read with the first.
      return get(parameter.other) === undefined
        ? days(context, field, [parameter.other, undefined], [name, text])
        : ALL
    case 'least':
      return bounds(context, field, [name, text], [parameter.other, get(parameter.other)])
    case 'most':
      return get(parameter.other) === undefined
        ? bounds(context, field, [parameter.other, undefined], [name, text])
        : ALL
    case 'number': {
      const value = errors.whole(name, text)
      return { op: 'is', field, values: [value] }
    }
    case 'value':
      return oneOf(field, index.fields[field]!, [text.trim()])
    case 'keys': {
      const keys = list(text).map((key) => errors.whole(name, key))
      return oneOf(field, index.fields[field]!, limited(context, name, keys))
    }
    case 'flag':
      return errors.flag(name, text) ? { op: 'is', field, values: ['true'] } : ALL
    case 'code': {
      const value = errors.choice(name, text, parameter.codes)
      return value === undefined ? ALL : oneOf(field, index.fields[field]!, [value])
    }
  }
}

function days(
  { today = Date.now() }: NarrowingContext,
  field: string,
  after: Bound,
  before: Bound
): QueryTree {
  const [from, to] = [after, before].map(([name, text = '']) => {
    if (text) inParameter(name, () => requireDate(text, today))
    return text
  })
  return { op: 'range', field, ...dayRange(from!, to!, today) }
}

/** Courts including the courts below each, as a list separated by commas or spaces, or as checkboxes. */
function courts(context: NarrowingContext, field: string, text: string): QueryTree {
  const { courtBoxes, below, index } = context
  const courtsBelow = below?.[field] ?? (() => [])
  const named = limited(context, 'court', [...list(text), ...courtBoxes])
  requireKnownCourts(context, field, text, named)
  const ids = new Set(named.flatMap((id) => [id.toLowerCase(), ...courtsBelow(id.toLowerCase())]))
  return oneOf(field, index.fields[field]!, [...ids])
}

/** Adds an error for the IDs of courts that don't exist. */
function requireKnownCourts(
  { known, errors }: NarrowingContext,
  field: string,
  text: string,
  named: string[]
): void {
  const values = known?.[field]
  const unknown = values ? named.filter((id) => !values.has(id)) : []
  if (!unknown.length) return
  // Names such as `4th Cir.` have spaces.
  const [first] = unknown
  const near = [...new Set([values!.near(text.trim()), ...unknown.map((id) => values!.near(id))])]
    .filter((one) => one !== undefined)
    .slice(0, MAX_SUGGESTIONS)
  errors.add(
    'court',
    `Select a valid choice. ${unknown.length > 1 && near.length ? text.trim().slice(0, 40) : first!.slice(0, 40)} is not one of the available choices.${didYouMeanText(near)}`
  )
}

const didYouMeanText = (near: string[]) =>
  near.length ? ` Did you mean ${near.map((one) => `"${one}"`).join(' or ')}?` : ''

type Bound = [name: string, text: string | undefined]

/** 0 combined with an empty value sets no bounds (search.md 1.1). */
function bounds({ errors }: NarrowingContext, field: string, least: Bound, most: Bound): QueryTree {
  const [from, to] = [least, most].map(([name, text]) =>
    text === undefined ? null : errors.whole(name, text)
  )
  if (!from && to === null) return ALL
  return { op: 'range', field, from: from!, to: to! }
}

function boxes({ type, ticked }: NarrowingContext): QueryTree {
  if (!type.boxes || ticked === 'all') return ALL
  const { field, standard } = type.boxes
  return oneOf(field, { kind: 'keyword', level: 'parent' }, ticked.length ? ticked : standard)
}

/** Values whose checkboxes are selected, or all of them. */
export function tickedBoxes(
  { boxes: known }: SearchTypeDefinition,
  get: (name: string) => string | undefined,
  errors: FieldErrors
): string[] | 'all' {
  if (!known) return []
  const isOn = (name: string) => get(name) !== undefined && errors.flag(name, get(name)!)
  const ticked = known.values.filter((value) => isOn(known.prefix + value))
  return isOn(ALL_BOXES) ? 'all' : ticked
}

function list(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

function limited<T>({ errors }: NarrowingContext, name: string, values: T[]): T[] {
  if (values.length <= MAX_VALUES) return values
  errors.add(name, `Enter at most ${MAX_VALUES} values, not ${values.length}.`)
  return []
}

/** Matches if the field has one of the values; in a text field, as a phrase. */
function oneOf(name: string, { kind }: SearchField, values: (string | number)[]): QueryTree {
  if (!values.length) return NONE
  if (kind === 'text') return or(...values.map((value) => phraseFilter(String(value), name)))
  const plain = kind === 'number' ? values.map(Number) : values.map((v) => String(v).toLowerCase())
  return { op: 'is', field: name, values: plain }
}

const ON = new Set(['on', 'true', '1'])
const OFF = new Set(['off', 'false', '0'])

/**
 * Parameter errors by name, reported together (search.md 9).
 */
export class FieldErrors {
  readonly #messages: Record<string, string[]> = {}

  add(name: string, message: string): void {
    const messages = (this.#messages[name] ??= [])
    messages.push(message)
  }

  /** A whole number; for an invalid number, adds an error and returns 0. */
  whole(name: string, text: string): number {
    if (/^\d{1,15}$/.test(text.trim())) return Number(text)
    this.add(name, `Enter a whole number ("${text.slice(0, 40)}" isn't one).`)
    return 0
  }

  flag(name: string, text: string): boolean {
    const word = text.trim().toLowerCase()
    if (!ON.has(word) && !OFF.has(word))
      this.add(name, `Use on or off, not "${text.slice(0, 40)}".`)
    return ON.has(word)
  }

  /** The value of a code, case-insensitive; adds an error and returns undefined for an unknown code. */
  choice<T>(name: string, text: string, codes: Record<string, T>): T | undefined {
    const code = text.trim()
    const meant = Object.keys(codes).find((one) => one.toLowerCase() === code.toLowerCase())
    if (meant !== undefined) return codes[meant]
    const known = Object.keys(codes)
    const near = nearNames(code, known, 1)
    this.add(
      name,
      `Select a valid choice. ${code.slice(0, 40)} is not one of the available choices: ${known.join(', ')}.${didYouMeanText(near)}`
    )
    return undefined
  }

  /** @throws InvalidValues when there are any */
  throwIfAny(): void {
    if (Object.keys(this.#messages).length) throw new InvalidValues(this.#messages)
  }
}
