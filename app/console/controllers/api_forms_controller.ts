import { STATUS_CODES } from 'node:http'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import server from '@adonisjs/core/services/server'
import inProcess from 'light-my-request'
import { formatResourceTitle } from '#api/labels'
import { origin, OWN_ROOT } from '#api/roots'
import { ResourceRegistry } from '#api/registry'
import { browsablePage } from '#api/renderers/html'
import { parseExactly } from '#api/renderers/exact_json'
import {
  parseWriteForm,
  createForm,
  recordForms,
  type FormTexts,
  type WriteForms,
} from '#api/renderers/write_form'
import type { Resource } from '#api/resource'
import { ApiError } from '#app/support/api_error'
import { toFormProblems } from '../form_writes.js'

type Method = 'POST' | 'PATCH' | 'DELETE'

/** Response of the API. */
interface Answered {
  method: Method
  url: string
  status: number
  /** JSON text; empty without a body. */
  text: string
}

/**
 * Forms of the browsable API: each is sent to the API as a request of the visitor, with its
 * authentication, limits, and rules, and shows the response.
 */
@inject()
export default class ApiFormsController {
  constructor(private registry: ResourceRegistry) {}

  /** `POST /api-forms/<resource>/`: creates a record. */
  async create(ctx: HttpContext) {
    const resource = this.#resource(ctx)
    const typed = typedOf(ctx)
    return this.#send(ctx, resource, 'POST', typed)
  }

  /** `POST /api-forms/<resource>/<key>/`: changes a record, or deletes it with `_method`. */
  async change(ctx: HttpContext) {
    const resource = this.#resource(ctx)
    const typed = typedOf(ctx)
    return this.#send(ctx, resource, typed._method === 'DELETE' ? 'DELETE' : 'PATCH', typed)
  }

  #resource({ params }: HttpContext): Resource {
    const resource = this.registry
      .all()
      .find(({ path, versions }) => path === params.resource && versions.includes('v4'))
    if (!resource?.ownership || !resource.writes.length || resource.file)
      throw ApiError.detail(404, 'Not found.')
    return resource
  }

  async #send(ctx: HttpContext, resource: Resource, method: Method, typed: FormTexts) {
    const key = ctx.params.key as string | undefined
    const path = `${OWN_ROOT}v4/${resource.path}/${key === undefined ? '' : `${encodeURIComponent(key)}/`}`
    const { body, problems } = parseWriteForm(resource, typed, { creates: method === 'POST' })
    const at = { method, url: origin(ctx) + path }
    const answered = Object.keys(problems).length
      ? { ...at, status: 400, text: JSON.stringify(lists(problems)) }
      : { ...at, ...(await asked(ctx, method, path, method === 'DELETE' ? undefined : body)) }
    ctx.response.status(answered.status === 204 ? 200 : answered.status)
    return this.#page(ctx, resource, { key, typed, answered })
  }

  #page(
    ctx: HttpContext,
    resource: Resource,
    { key, typed, answered }: { key?: string; typed: FormTexts; answered: Answered }
  ) {
    const { status, text } = answered
    const body: unknown = text ? parseExactly(text) : null
    const list = `${origin(ctx)}${OWN_ROOT}v4/${resource.path}/`
    const made = status === 201 ? (body as { id?: unknown }).id : undefined
    const shown = key ?? (made === undefined ? undefined : String(made))
    return browsablePage(ctx, {
      title: `${status} ${STATUS_CODES[status] ?? ''}`,
      trail: [
        { label: 'API v4', url: `${origin(ctx)}${OWN_ROOT}v4/` },
        { label: resource.path, url: `${list}?format=api` },
        ...(shown !== undefined && status !== 204
          ? [{ label: shown, url: `${list}${encodeURIComponent(shown)}/?format=api` }]
          : []),
      ],
      ...answered,
      allow: resource.methods(key === undefined ? 'list' : 'detail'),
      body,
      sent: { words: doneWords(resource, answered) },
      write: status >= 400 ? this.#again(resource, { key, typed, status, body }) : undefined,
    })
  }

  /** Returns the form with the submitted values, except secrets, and the problems. */
  #again(
    resource: Resource,
    { key, typed, status, body }: { key?: string; typed: FormTexts; status: number; body: unknown }
  ): WriteForms | undefined {
    const kept = withoutSecrets(resource, typed)
    const forms =
      key === undefined
        ? createForm(resource, kept)
        : recordForms(resource, key, kept as Record<string, unknown>, kept)
    const fields = new Set(forms?.fields?.map(({ name }) => name))
    const wrong = Object.entries(toFormProblems({ status, body, headers: {} } as never) ?? {})
    // Other problems are in the response body.
    const problems = Object.fromEntries(wrong.filter(([name]) => fields.has(name)))
    return forms && { ...forms, problems }
  }
}

/** Sends a request of the visitor to the API in this process. */
async function asked(
  { request }: HttpContext,
  method: Method,
  url: string,
  body: object | undefined
): Promise<{ status: number; text: string }> {
  const { statusCode, payload } = await inProcess(
    ((...given: Parameters<typeof server.handle>) => server.handle(...given)) as never,
    {
      method,
      url,
      remoteAddress: request.ip(),
      headers: {
        'host': request.header('host') ?? '',
        'cookie': request.header('cookie') ?? '',
        // The CSRF guard has verified it.
        'x-csrf-token': String(request.input('_csrf')),
        'accept': 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    }
  )
  return { status: statusCode, text: payload }
}

/** Only text values: a body can contain anything. */
function typedOf({ request }: HttpContext): Record<string, string> {
  const body: unknown = request.body()
  const given = Object.entries(body && typeof body === 'object' ? body : {})
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string'))
}

function withoutSecrets({ fields }: Resource, typed: FormTexts): FormTexts {
  return Object.fromEntries(
    Object.entries(typed).filter(([name]) => {
      const field = fields.get(name)
      return field && !(field.kind === 'value' && field.secret)
    })
  )
}

function doneWords({ label }: Resource, { method, status }: Answered): string {
  const record = formatResourceTitle(label)
  if (status >= 400) return 'Not saved. See the API response below.'
  if (method === 'DELETE') return `${record} deleted.`
  return method === 'POST' ? `${record} created.` : `${record} changed.`
}

function lists(problems: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(problems).map(([name, said]) => [name, [said]]))
}
