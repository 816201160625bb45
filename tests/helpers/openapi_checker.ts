/** Values compared with the schemas of an OpenAPI document. */
import { DateTime } from 'luxon'
import { Ajv2020 } from 'ajv/dist/2020.js'

const FORMATS = {
  'date': (text: string) => DateTime.fromFormat(text, 'yyyy-MM-dd').isValid,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  'time-local': /^\d\d:\d\d:\d\d(\.\d+)?$/,
  'uri': /^https?:\/\//,
  'email': true,
  'binary': true,
  'int32': { type: 'number', validate: (value: number) => value >= -(2 ** 31) && value < 2 ** 31 },
  'int64': true,
} as const

/**
 * @param document the OpenAPI document
 * @returns a function that describes how values differ from the schema at a pointer:
 *   `/components/schemas/dockets`
 */
export function openApiChecker(document: object) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS })
  ajv.addSchema(document, 'api')
  return (pointer: string, values: unknown[]) => {
    const validate = ajv.getSchema(`api#${pointer}`)
    if (!validate) throw new Error(`the document has no ${pointer}`)
    return values.flatMap((value) =>
      validate(value)
        ? []
        : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
    )
  }
}
