/** Search parameters as tool arguments, generated from the declarations of the search types. */
import type { Catalog } from '#api/catalog'
import type { Choice } from '#api/field_types'
import type {
  ListedValues,
  SearchParameter,
  SearchTypeDefinition,
} from '#app/search/define_search_type'
import { MAX_PROBLEMS } from '#app/support/domain_error'
import { BY_SCORE, readOrder } from '#app/search/request/search_cursor'
import type { QueryValues } from './api_client.js'
import {
  findChoiceValue,
  choicesText,
  noSuchChoice,
  formatChoicesHint,
  type ListedChoices,
} from './choices.js'
import type { JsonSchema } from './define_tool.js'
import { invalidArguments } from './tool_arguments.js'

/** Name of the search endpoint in `get_choices`, for all types. */
export const ANY_SEARCH = 'search'

/** Maximum number of characters of a text. */
const MAX_TEXT = 10_000
/** Maximum number of items of a list. */
const MAX_ITEMS = 1000

const TEXT: JsonSchema = { type: ['string', 'null'], maxLength: MAX_TEXT }
const NUMBER: JsonSchema = { type: ['integer', 'null'] }
const FLAG: JsonSchema = { type: ['boolean', 'null'] }
const TEXTS: JsonSchema = {
  anyOf: [
    { type: 'string', maxLength: MAX_TEXT },
    { type: 'array', items: { type: 'string' }, maxItems: MAX_ITEMS },
    { type: 'null' },
  ],
}

const DATES =
  "A date (2020-01-31, 2020-01, 2020) or a relative date: '30 days ago', '-3m', 'past 2 years'."

/** A parameter of a search type. */
export interface SearchArgument {
  name: string
  schema: JsonSchema
  description: string
  /** Declared values. */
  choices?: Choice[]
  /** The records that are its values. */
  listed?: ListedValues
}

/** Parameters of a search type in order, without `type`. */
function argumentsOf(type: SearchTypeDefinition): SearchArgument[] {
  const { boxes, semantic } = type
  return [
    { name: 'q', schema: TEXT, description: 'Query: words, "phrases", field:value, AND, OR, NOT.' },
    {
      name: 'order_by',
      schema: TEXT,
      description: 'Order.',
      choices: orderChoices(type),
    },
    ...(semantic
      ? [
          {
            name: 'semantic',
            schema: FLAG,
            description: 'Semantic search instead of keyword search.',
          },
        ]
      : []),
    ...Object.entries(type.parameters).flatMap(([name, parameter]) =>
      parameter.is === 'keys' ? [] : [argumentOf(name, parameter)]
    ),
    ...(boxes?.values ?? []).map((value) => ({
      name: boxes!.prefix + value,
      schema: FLAG,
      description: `Include ${value}. By default: ${boxes!.standard.join(', ')} only.`,
    })),
  ]
}

function argumentOf(name: string, parameter: SearchParameter): SearchArgument {
  const { description } = parameter
  switch (parameter.is) {
    case 'courts':
      return { name, description, schema: TEXTS, listed: parameter.listed }
    case 'after':
    case 'before':
      return { name, description: `${description} ${DATES}`, schema: TEXT }
    case 'least':
    case 'most':
    case 'number':
      return { name, description, schema: NUMBER }
    case 'flag':
      return { name, description, schema: FLAG }
    case 'code':
      return { name, description, schema: TEXT, choices: codeChoices(parameter) }
    default:
      return { name, description, schema: TEXT }
  }
}

function codeChoices({ codes, meanings }: SearchParameter & { is: 'code' }): Choice[] {
  return Object.keys(codes).map((value) => ({ value, display_name: meanings[value] ?? value }))
}

function orderChoices({ orders }: SearchTypeDefinition): Choice[] {
  return [BY_SCORE, ...Object.keys(orders)].map((value) => ({ value, display_name: value }))
}

/** Schemas of the parameters of all search types, starting with `type`. */
export function searchProperties({ searchTypes }: Catalog): Record<string, JsonSchema> {
  const codes = searchTypes.map(({ code }) => code)
  const merged = new Map<string, { argument: SearchArgument; types: SearchTypeDefinition[] }>()
  for (const type of searchTypes) {
    for (const argument of argumentsOf(type)) {
      const known = merged.get(argument.name)
      if (known) known.types.push(type)
      else merged.set(argument.name, { argument, types: [type] })
    }
  }
  return {
    type: {
      type: ['string', 'null'],
      enum: [...codes, null],
      description: `The search type. ${searchTypes.map(({ code, label }) => `${code}: ${label}`).join('; ')}.`,
    },
    ...Object.fromEntries(
      [...merged.values()].map(({ argument, types }) => [
        argument.name,
        { ...argument.schema, description: describe(argument, types, codes.length) },
      ])
    ),
  }
}

function describe(
  { name, description, choices, listed }: SearchArgument,
  types: SearchTypeDefinition[],
  all: number
): string {
  const place = { endpoint: ANY_SEARCH, field: name }
  const values = () => {
    if (name === 'order_by') return types.map((type) => ordersText(type)).join(' ')
    if (listed) return `For example ${listed.examples.join(', ')}. ${formatChoicesHint(place)}`
    return choices && choicesText(choices, place)
  }
  const codes = types.map(({ code }) => code).join(', ')
  const taken = types.length === all ? undefined : `Types: ${codes}.`
  return [description, values(), taken].filter(Boolean).join(' ')
}

function ordersText(type: SearchTypeDefinition): string {
  const orders = orderChoices(type).map(({ value }) => `'${value}'`)
  return `Type ${type.code}: ${orders.join(', ')}.`
}

interface Reading {
  /** The tool that has the arguments. */
  tool: string
  catalog: Catalog
  lists: ListedChoices
}

/**
 * Converts arguments to parameters of `/search/`.
 *
 * @param args `type`, which must be valid, and search parameters; values may be given by label
 * @throws ToolError that lists all parameters invalid for the type and all invalid choices
 */
export async function searchQuery(
  args: Readonly<Record<string, unknown>>,
  { tool, catalog: { searchTypes }, lists }: Reading
): Promise<QueryValues> {
  const { type: code, ...given } = args
  const type = searchTypes.find((each) => each.code === code)!
  const taken = new Map(argumentsOf(type).map((argument) => [argument.name, argument]))
  const problems: string[] = []
  const query: QueryValues = { type: type.code }
  for (const [name, value] of Object.entries(given)) {
    if (problems.length >= MAX_PROBLEMS) break
    const argument = taken.get(name)
    if (argument) {
      const texts = await readValue(argument, value, lists)
      query[name] = texts.values.join(',')
      problems.push(...texts.problems.map((problem) => `${name}: ${problem}`))
    } else problems.push(notTaken(name, type, searchTypes))
  }
  if (typeof query.order_by === 'string' && !problems.length) {
    const order = readOrder(type, query.order_by)
    if (typeof order === 'string') problems.push(`order_by: ${order}`)
  }
  if (problems.length) throw invalidArguments(tool, problems)
  return query
}

function notTaken(
  name: string,
  { code }: SearchTypeDefinition,
  searchTypes: SearchTypeDefinition[]
): string {
  const types = searchTypes.filter((type) =>
    argumentsOf(type).some((argument) => argument.name === name)
  )
  const takers = types.map((type) => type.code).join(', ')
  return `${name}: not valid for type '${code}'${takers ? `; valid for: ${takers}` : ''}`
}

interface ReadValues {
  values: string[]
  problems: string[]
}

async function readValue(
  { name, choices, listed }: SearchArgument,
  value: unknown,
  lists: ListedChoices
): Promise<ReadValues> {
  // Random orders aren't choices; `readOrder` handles them.
  if (name === 'order_by' || (!choices && !listed)) return { values: [String(value)], problems: [] }
  const known = choices ?? (await lists.of(listed!))
  const read: ReadValues = { values: [], problems: [] }
  for (const text of [value].flat().flatMap((each) => parts(String(each), known, !!listed))) {
    if (read.problems.length === MAX_PROBLEMS) break
    const choice = findChoiceValue(text, known)
    if (choice !== undefined) read.values.push(String(choice))
    else read.problems.push(noSuchChoice(text, known, { endpoint: ANY_SEARCH, field: name }))
  }
  return read
}

/** Labels may contain spaces and commas, so the whole text is tried first. */
function parts(text: string, choices: Choice[], several: boolean): string[] {
  if (!several || findChoiceValue(text, choices) !== undefined) return [text]
  const items = text.split(',').map((item) => item.trim())
  return items
    .filter(Boolean)
    .flatMap((item) =>
      findChoiceValue(item, choices) === undefined &&
      item.split(/\s+/).some((word) => findChoiceValue(word, choices) !== undefined)
        ? item.split(/\s+/)
        : [item]
    )
}

/**
 * Names of the search parameters with choices.
 *
 * @param endpoint `search`, or the name of a search type in tools; undefined for all types
 */
export function argumentsWithChoices(
  endpoint: string | undefined,
  { searchTypes }: Catalog
): string[] {
  const types = searchTypes.filter(
    ({ toolName }) => endpoint === undefined || endpoint === ANY_SEARCH || toolName === endpoint
  )
  const named = types.flatMap((type) =>
    argumentsOf(type).flatMap(({ name, choices, listed }) => (choices || listed ? name : []))
  )
  return types.length ? ['type', ...new Set(named)] : []
}

/** The list of values that consists of the records of a resource, if there is one. */
export function findListedValues(
  resource: string,
  { searchTypes }: Catalog
): ListedValues | undefined {
  return searchTypes
    .flatMap((type) => argumentsOf(type).flatMap(({ listed }) => listed ?? []))
    .find((listed) => listed.resource === resource)
}

type SearchChoices = { choices: Choice[]; note?: string }

/**
 * The values of a search parameter.
 *
 * @param endpoint `search`, or the name of a search type in tools
 * @returns null if the endpoint isn't a search; the known parameters if this one is unknown
 */
export async function searchChoices(
  endpoint: string,
  name: string,
  { catalog: { searchTypes }, lists }: Omit<Reading, 'tool'>
): Promise<SearchChoices | { known: string[] } | null> {
  const types = searchTypes.filter(
    ({ toolName }) => endpoint === ANY_SEARCH || toolName === endpoint
  )
  if (!types.length) return null
  const all = types.flatMap((type) => argumentsOf(type))
  if (name === 'type') return typeChoices(types, endpoint)
  const named = all.filter((argument) => argument.name === name)
  if (!named.length) return { known: ['type', ...new Set(all.map((argument) => argument.name))] }
  const values = await Promise.all(
    named.map(({ choices, listed }) => (listed ? lists.of(listed) : (choices ?? [])))
  )
  const choices = [...new Map(values.flat().map((choice) => [choice.value, choice])).values()]
  if (choices.length) return { choices }
  const others = [
    ...new Set(all.filter(({ choices: own, listed }) => own ?? listed).map((each) => each.name)),
  ]
  return {
    choices: [],
    note: `'${name}' has no list of values. ${named[0]!.description} Arguments with choices: ${others.join(', ')}.`,
  }
}

function typeChoices(types: SearchTypeDefinition[], endpoint: string): SearchChoices {
  const choices = types.map(({ code, label }) => ({ value: code, display_name: label }))
  if (endpoint === ANY_SEARCH) return { choices }
  return { choices, note: `The type of '${endpoint}' is always '${types[0]!.code}'.` }
}
