/** Building blocks of the docket sheet schema. Lengths, codes, and limits are those of the API's fields. */
import vine from '@vinejs/vine'
import type { SchemaTypes } from '@vinejs/vine/types'
import { readDate, readDatetime } from '#api/filters/values'
import { decodeEntities } from '#app/support/decode_entities'
import { didYouMean } from '#app/support/did_you_mean'
import type { Field, ValueField } from '#api/field_definitions'

/** IDs of new rows continue above those in sheets and must be exact in JavaScript. */
const MAX_KEY = 2 ** 52

type Declared = Pick<ValueField, 'maxLength' | 'min' | 'max' | 'choices'>
type Word = (declared: Declared) => SchemaTypes
type Properties<Words extends Record<string, Word>> = {
  [Name in keyof Words]: ReturnType<Words[Name]>
}

/** An object with exactly these names; the API's fields define the valid values. */
export function row<Words extends Record<string, Word>>(
  fields: Record<string, Field>,
  words: Words
) {
  const properties = Object.entries(words).map(([name, word]) => [
    name,
    word(declaredBy(fields[name])),
  ])
  return vine
    .object(Object.fromEntries(properties) as Properties<Words>)
    .use(onlyNames(Object.keys(words)))
}

function declaredBy(field?: Field): Declared {
  return field?.kind === 'value' ? field : {}
}

/** A list; null empties it. */
export function list<Item extends SchemaTypes>(item: Item, most: number) {
  return () =>
    vine
      .array(item)
      .maxLength(most)
      .parse((given) => (given === null ? [] : given))
      .optional()
}

/** Rows with an ID keep it across imports. */
export const key = () =>
  vine.number({ strict: true }).withoutDecimals().range([1, MAX_KEY]).optional()

export const text = ({ maxLength = Infinity }: Declared) => vine.string().maxLength(maxLength)
export const optionalText = (declared: Declared) => text(declared).nullable().optional()
/** A name, in which character references are decoded: `Comm&rsquo;r`. */
export const person = (declared: Declared) => text(declared).transform(decodeEntities)
export const optionalPerson = (declared: Declared) =>
  text(declared)
    .transform((given) => given && decodeEntities(given))
    .nullable()
    .optional()
/** A nonblank text. */
export const name = (declared: Declared) => text(declared).use(filled({}))

const filled = vine.createRule<object>((given, _, field) => {
  if (!String(given).trim()) field.report("can't be blank", 'filled', field)
})

export const whole = ({ min = -Infinity, max = Infinity, choices }: Declared) => {
  const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number
  const number = vine
    .number({ strict: true })
    .withoutDecimals()
    .range([Math.max(Number(min), MIN_SAFE_INTEGER), Math.min(Number(max), MAX_SAFE_INTEGER)])
  return choices ? number.in(choices.map(({ value }) => Number(value))) : number
}
export const optionalWhole = (declared: Declared) => whole(declared).nullable().optional()

export const optionalBoolean = () => vine.boolean({ strict: true }).nullable().optional()

export const date = () => moment('date such as 2024-02-15', /^\d{4}-\d{2}-\d{2}$/, readDate)
export const datetime = () =>
  moment(
    'time such as 2024-02-16T10:11:12.345678+00:00',
    /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})$/,
    readDatetime
  )
export const time = () =>
  moment('time such as 10:11:12.345678', /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/)

type Read = (given: string) => string

/** A text of this form that can be parsed; an empty text is null. */
function moment(kind: string, form: RegExp, read?: Read) {
  return vine
    .string()
    .use(readable({ kind, form, read }))
    .transform((given) => given || null)
    .nullable()
    .optional()
}

const readable = vine.createRule<{ kind: string; form: RegExp; read?: Read }>(
  (given, { kind, form, read }, field) => {
    const value = String(given)
    if (value === '' || (form.test(value) && canBeRead(value, read))) return
    field.report(`"${value.slice(0, 60)}" isn't a ${kind}`, 'moment', field)
  }
)

function canBeRead(value: string, read?: Read): boolean {
  try {
    read?.(value)
    return true
  } catch {
    return false
  }
}

/** Rejects unknown names, with a suggestion. */
const onlyNames = vine.createRule<string[]>((given, names, field) => {
  const known = new Set(names)
  for (const below of Object.keys(given as object)) {
    if (known.has(below)) continue
    const near = didYouMean(below, names)
    field.report(`unknown field${near ? `; did you mean "${near}"?` : ''}`, 'name', field, {
      below,
    })
  }
})
