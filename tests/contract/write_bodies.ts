/** Bodies with edge values, generated from the request schemas of an OpenAPI document. */
import { resolveReference, valueAt } from '#tests/helpers/openapi_operations'

export type Body = Record<string, unknown>

/** Values for every field. */
const VALUES: unknown[] = [
  '',
  ' ',
  null,
  'é 🤖 ≡',
  'x\0',
  '\ud800',
  0,
  -1,
  1.5,
  7,
  2 ** 31,
  2 ** 53,
  true,
  false,
  'true',
  '7',
  [],
  ['x'],
  {},
  { a: 1 },
  '2020-01-02',
  '2020-02-30',
  '2020-01-02T03:04:05Z',
]

/** The schemas of the alternatives of a schema, without references. */
export function alternatives(document: any, schema: any): any[] {
  const resolved = { ...resolveReference(document, schema) }
  const options = resolved.anyOf ?? resolved.oneOf
  return options ? options.flatMap((one: any) => alternatives(document, one)) : [resolved]
}

/** The schemas of the fields of a body. */
export function fieldSchemas(document: any, pointer: string): [name: string, options: any[]][] {
  // A list of bodies has the same fields.
  const [schema] = alternatives(document, valueAt(document, pointer)).filter(
    ({ properties }) => properties
  )
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => [
    name,
    alternatives(document, property),
  ])
}

/** Values at and beyond the limits of a field. */
export function edgeValues(options: any[]): unknown[] {
  const own = options.flatMap(({ type, enum: listed = [], minimum, maximum, maxLength }) => [
    ...listed,
    ...(minimum === undefined ? [] : [minimum, minimum - 1]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1]),
    ...(maxLength === undefined
      ? []
      : ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1), '🤖'.repeat(maxLength)]),
    ...([type].flat().includes('string') && maxLength === undefined ? ['x'.repeat(3000)] : []),
  ])
  const texts = new Map([...VALUES, ...own].map((value) => [JSON.stringify(value), value]))
  return [...texts.values()]
}

const WORDS = new Map(
  ['true 1 on yes t y', 'false 0 off no f n'].flatMap((words, at) =>
    words.split(' ').map((word) => [word, at === 0])
  )
)

/**
 * A body after the conversions that the documentation of typed clients describes: texts for
 * numbers, booleans, and null, and numbers for texts and booleans.
 */
export function convertDocumented(document: any, pointer: string, body: Body): Body {
  const fields = new Map(fieldSchemas(document, pointer))
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const options = fields.get(name)
      return [name, options ? convert(options, value) : value]
    })
  )
}

/** IDs are never negative. */
function isCodeOrId({ enum: listed, minimum }: any): boolean {
  return listed !== undefined || minimum === 0
}

function convert(options: any[], value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const text = String(value).trim()
  const accepts = (type: string) => options.some((one) => [one.type].flat().includes(type))
  if (accepts('boolean') && WORDS.has(text.toLowerCase())) return WORDS.get(text.toLowerCase())
  const isDate = options.some(({ format }) => /^date/.test(format))
  const isEmpty = isDate ? text === '' : value === ''
  if (isEmpty && accepts('null') && (isDate || options.some(isCodeOrId))) return null
  if (accepts('string')) return text
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : value
}
