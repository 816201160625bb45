/** The operations of an OpenAPI document, with references resolved. */

export interface Operation {
  path: string
  method: string
  parameters: any[]
  /** Schema of the JSON body. */
  body: any
  /** Media types of bodies, with pointers to their schemas. */
  bodies: Record<string, string>
  /** Status codes; `schema` is the pointer to the schema of the JSON body. */
  responses: Record<string, { schema?: string }>
}

/** All operations of a document. */
export function listOperations(document: any): Operation[] {
  const resolve = (value: any): any => resolveReference(document, value)
  return Object.entries<any>(document.paths).flatMap(([path, operations]) =>
    Object.entries<any>(operations)
      .filter(([method]) => method !== 'parameters')
      .map(([method, { parameters = [], requestBody, responses }]) => ({
        path,
        method,
        parameters: parameters.map(resolve),
        body: resolve(requestBody?.content['application/json']?.schema),
        bodies: Object.fromEntries(
          Object.keys(requestBody?.content ?? {}).map((type) => [
            type,
            pointer('paths', path, method, 'requestBody', 'content', type, 'schema'),
          ])
        ),
        responses: Object.fromEntries(
          Object.entries<any>(responses).map(([status, response]) => {
            const at = response.$ref
              ? response.$ref.slice(1)
              : pointer('paths', path, method, 'responses', status)
            const hasSchema = resolve(response).content?.['application/json']?.schema
            return [
              status,
              { schema: hasSchema && at + pointer('content', 'application/json', 'schema') },
            ]
          })
        ),
      }))
  )
}

/** The schema or object that a reference points to; other values unchanged. */
export function resolveReference(document: any, value: any): any {
  return value?.$ref ? valueAt(document, value.$ref.slice(1)) : value
}

/** The value at a pointer. */
export function valueAt(document: any, at: string): any {
  return at
    .slice(1)
    .split('/')
    .reduce(
      (value, part) => value[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')],
      document
    )
}

function pointer(...parts: string[]): string {
  return parts
    .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')
}
