/** Values that no field accepts and values just over a field's limit, in each body encoding. */
import { createHash } from 'node:crypto'

/** Incompressible, so that it exceeds the size limit of index entries. */
const LONG = Array.from({ length: 600 }, (_, at) =>
  createHash('sha256').update(String(at)).digest('hex')
).join('')

/** As JSON text, because JavaScript can't represent all of them. */
const JSON_VALUES: readonly string[] = [
  '""',
  '" "',
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e400',
  '32768',
  '2147483648',
  '9223372036854775807',
  '9223372036854775808',
  '"99999999999999999999999"',
  '999999999999999999',
  '"1e5"',
  '"NaN"',
  '"-infinity"',
  '"\\u0000"',
  '"1\\u00002"',
  '"\\ud800"',
  '"x\\udc00y"',
  '"\\u0661"',
  '"99999-01-01"',
  '"0001-01-01T00:00:00+14:00"',
  '"2030-02-30"',
  '"null"',
  '"undefined"',
  '"https://["',
  '[]',
  '[1]',
  '[""]',
  '[[]]',
  '{}',
  '{"a": null}',
  '{"__proto__": 1}',
  `"${LONG}"`,
]

/** As text of a form input. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...['', ' ', '0', '-1', '1.5', '9223372036854775808', '\0', '1\0', 'null', '[]', '99999-01-01'],
  ...['true', '\u0661', '\uFFFE', '=', '&', '%', '\r\n'],
]
/** As bytes of an input, including invalid UTF-8. */
const INPUTS: readonly Buffer[] = HOSTILE_TEXTS.map((text) => Buffer.from(text)).concat([
  Buffer.from([0xff]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xc3]),
])

export interface SentBody {
  type: string
  bytes: Buffer
}

export interface HostileBody {
  what: string
  /** The body with one value replaced. */
  body: (values: object) => SentBody
}

/** Bodies with one hostile value each. */
export function hostileBodies(name: string): HostileBody[] {
  return [
    ...JSON_VALUES.map((text) => ({
      what: `JSON ${text.slice(0, 40)}`,
      body: (values: object) => jsonBody(values, name, text),
    })),
    ...INPUTS.map((bytes, at) => {
      const [encoding, encode] =
        at % 2 ? (['form', formBody] as const) : (['multipart', multipartBody] as const)
      return {
        what: `${encoding} ${bytes.toString('hex')}`,
        body: (values: object) => encode(values, name, bytes),
      }
    }),
  ]
}

/** A JSON body with one value given as JSON text. */
function jsonBody(values: object, name: string, text: string): SentBody {
  const others = Object.entries(values).filter(([key]) => key !== name)
  const pairs = [...others.map(([key, value]) => [key, JSON.stringify(value)]), [name, text]]
  const members = pairs.map(([key, value]) => `${JSON.stringify(key)}: ${value}`)
  return { type: 'application/json', bytes: Buffer.from(`{${members.join(', ')}}`) }
}

/** A URL-encoded form with one input given as bytes. */
function formBody(values: object, name: string, bytes: Buffer): SentBody {
  const form = new URLSearchParams(inputs(values, name))
  const encoded = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  form.append(name, '')
  return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(`${form}${encoded}`) }
}

/** A multipart form with one part given as bytes. */
function multipartBody(values: object, name: string, bytes: Buffer): SentBody {
  const boundary = 'curia-hostile-part'
  const part = (key: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([
      ...inputs(values, name).map(([key, value]) => Buffer.from(`${part(key)}${value}\r\n`)),
      Buffer.from(part(name)),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}

const inputs = (values: object, name: string): [string, string][] =>
  Object.entries(values)
    .filter(([key]) => key !== name)
    .map(([key, value]) => [key, String(value)])
