/**
 * Test helpers for requests to the tool server.
 */
import type { ApiClient, ApiResponse } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import { Ajv, type ValidateFunction } from 'ajv'
import { MAX_STRUCTURED } from '#app/tools/structured_content'
import { ToolServices } from '../services.js'
import settings from '../settings.js'

export type Headers = Record<string, string>

let lastId = 0

/** Sends a message, or any other value, like a client of the revision 2025-06-18. */
export async function post(
  client: ApiClient,
  body: unknown,
  headers: Headers
): Promise<ApiResponse> {
  const request = client
    .post(settings.path)
    .header('content-type', 'application/json')
    .header('accept', 'application/json, text/event-stream')
    .header('mcp-protocol-version', '2025-06-18')
  for (const [name, value] of Object.entries(headers)) request.header(name, value)
  return request.json(body as object)
}

/** Sends a request and returns the body of the response. */
export async function send(
  client: ApiClient,
  method: string,
  params: object | undefined,
  headers: Headers
): Promise<any> {
  const id = ++lastId
  const response = await post(
    client,
    { jsonrpc: '2.0', id, method, ...(params ? { params } : {}) },
    headers
  )
  const body = response.body()
  if (body.id !== id) throw new Error(`the response has the ID ${body.id} instead of ${id}`)
  return body
}

export interface Called {
  /** The text of the result. */
  text: string
  isError: boolean
  /** The result as data. */
  data: any
  meta: Record<string, any>
}

/** With the settings of the SDK's clients. */
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
const validators = new Map<string, ValidateFunction>()

/** @throws if a result doesn't match the output schema of its tool */
async function checkStructure(name: string, result: any): Promise<void> {
  const { tools } = await app.container.make(ToolServices)
  const schema = tools.get(name)?.outputSchema
  const { structuredContent: data, isError } = result
  if (isError || !schema) {
    if (data !== undefined) throw new Error(`${name}: unexpected structured content`)
    return
  }
  const validate = validators.get(name) ?? ajv.compile(schema)
  validators.set(name, validate)
  if (JSON.stringify(data).length > 1.05 * MAX_STRUCTURED)
    throw new Error(`${name}: the structured content is too long`)
  if (!validate(data)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)}`)
}

/** Calls a tool, and checks the structured content of its result. */
export async function call(
  client: ApiClient,
  name: string,
  args: object,
  headers: Headers
): Promise<Called> {
  const { result, error } = await send(client, 'tools/call', { name, arguments: args }, headers)
  if (error) throw new Error(`${name}: ${error.code} ${error.message}`)
  await checkStructure(name, result)
  return {
    text: result.content[0].text,
    isError: result.isError ?? false,
    data: result.structuredContent,
    meta: result._meta ?? {},
  }
}

/** Calls a tool that must succeed with an object as its result. */
export async function callForObject(
  client: ApiClient,
  name: string,
  args: object,
  headers: Headers
): Promise<any> {
  const { text, isError } = await call(client, name, args, headers)
  if (isError) throw new Error(`${name}: ${text}`)
  return JSON.parse(text)
}
