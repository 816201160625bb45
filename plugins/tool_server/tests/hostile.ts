/**
 * Random hostile messages and arguments, reproducible by seed.
 */
import type { Random } from '#app/support/random'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Values of unexpected types. */
const ODD: (() => Json)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => '',
  () => ' ',
  () => '\0',
  () => '\ud800',
  () => '\u{1f600}'.repeat(50),
  () => "'; DROP TABLE courts; --",
  () => '../../../etc/passwd',
  () => '%00%ff%c0',
  () => '{{7*7}}${7*7}<script>',
  () => 'x'.repeat(20_000),
  () => 'a:b AND (c OR [d TO e]) ~2 "unclosed',
  () => [],
  () => [[[[[[]]]]]],
  () => Array.from({ length: 300 }, (_, place) => place),
  () => ({}),
  () => ({ __proto__: null, constructor: { prototype: {} } }) as unknown as Json,
  () => JSON.parse('{"__proto__": {"polluted": true}, "toString": 1}') as Json,
  () => deep(200),
]

function deep(levels: number): Json {
  let value: Json = 'deep'
  for (let level = 0; level < levels; level++) value = { a: value }
  return value
}

export function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random.next() * values.length)]!
}

export function oddValue(random: Random): Json {
  return pick(random, ODD)()
}

/** Returns a copy with some members replaced, removed, duplicated, or added. */
export function mutated(random: Random, value: unknown, rate = 0.25): unknown {
  if (random.next() < rate / 3) return oddValue(random)
  if (Array.isArray(value)) return value.map((item) => mutated(random, item, rate))
  if (typeof value !== 'object' || value === null)
    return random.next() < rate ? oddValue(random) : value
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const chance = random.next()
    if (chance < rate / 4) return []
    if (chance < rate / 3) return [[`${name}_`, member]]
    return [[name, mutated(random, member, rate)]]
  })
  if (random.next() < rate / 3) members.push([pick(random, ODD_NAMES), oddValue(random)])
  return Object.fromEntries(members)
}

const ODD_NAMES = ['', '__proto__', 'constructor', 'id', '$ref', 'x'.repeat(500), '\u202e']

/** Returns JSON text that is truncated, duplicated, or has a changed character. */
export function damaged(random: Random, text: string): string {
  const at = Math.floor(random.next() * text.length)
  switch (Math.floor(random.next() * 4)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text + text
    case 2:
      return (
        text.slice(0, at) + pick(random, ['"', '}', ',', '\\', '\u0001', 'é']) + text.slice(at + 1)
      )
    default:
      return `[${text},${text}]`
  }
}

type Schema = Record<string, any>

/** Returns a value that a schema mostly allows. */
export function drawn(random: Random, schema: Schema): unknown {
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return drawn(random, pick(random, branches))
  if (schema.enum) return pick(random, schema.enum)
  if (schema.const !== undefined) return schema.const
  switch (pick(random, [schema.type].flat())) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      const names = Object.keys(properties).filter(
        (name) => required.includes(name) || random.next() < 0.3
      )
      return Object.fromEntries(names.map((name) => [name, drawn(random, properties[name])]))
    }
    case 'array': {
      const size = (schema.minItems ?? 0) + Math.floor(random.next() * 3)
      return Array.from({ length: size }, () => drawn(random, schema.items ?? {}))
    }
    case 'integer':
      return random.between(schema.minimum ?? -3, schema.maximum ?? 2000)
    case 'number':
      return random.next() * 1000
    case 'boolean':
      return random.next() < 0.5
    case 'null':
      return null
    default:
      return pick(random, [
        '',
        'brown',
        '1038',
        '2020-01-01',
        '347 U.S. 483',
        'scotus',
        '5 days ago',
      ])
  }
}
