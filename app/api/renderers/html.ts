/** Renders the browsable pages of API responses. */
import type { HttpContext } from '@adonisjs/core/http'
import type { Choice } from '../field_types.js'
import { jsonTree } from './json_tree.js'
import type { ListForm } from './list_form.js'
import type { WriteForms } from './write_form.js'

export interface PageModel {
  title: string
  status: number
  /** Breadcrumbs, starting at the API root. */
  trail: { label: string; url: string }[]
  /** Full URL of the request. */
  url: string
  method: string
  allow: string[]
  /** The response body, parsed from JSON; a long one is in `tree` only. */
  body?: unknown
  /** HTML of the body, if it was rendered in a thread. */
  tree?: string
  links?: { next: string | null; previous: string | null }
  /** OPTIONS of the resource. */
  metadata?: unknown
  /** Filters and orderings of a list. */
  form?: ListForm
  /** Forms for writes, if the visitor is signed in. */
  write?: WriteForms
  /** The result of a submitted form. */
  sent?: { words: string }
  /** URL that counts the whole list. */
  count?: string
  /** URL of the sign-in page, for a response that requires an account. */
  signIn?: string
}

/** Renders the page. */
export function browsablePage(ctx: HttpContext, model: PageModel): Promise<string> {
  shareVisitor(ctx)
  return ctx.view.render('api/browse', {
    ...model,
    write: model.write && { ...model.write, csrf: csrfTokenOf(ctx) },
    curl: `curl ${shellQuote(withoutFormat(model.url))}`,
    raw: withFormat(model.url, 'json'),
    files: model.form && {
      csv: withFormat(model.url, 'csv'),
      jsonl: withFormat(model.url, 'jsonl'),
    },
    body: model.body ?? {},
    answer: model.tree ?? jsonTree(model.body),
  })
}

export interface RootModel {
  title: string
  version: string
  base: string
  endpoints: ListedEndpoint[]
}

/** An endpoint in the API root. */
export interface ListedEndpoint {
  path: string
  description: string
  methods: string[]
}

/** Renders the list of endpoints. */
export function browsableRoot(ctx: HttpContext, model: RootModel): Promise<string> {
  shareVisitor(ctx)
  return ctx.view.render('api/root', { ...model })
}

export interface ChoicesModel {
  title: string
  trail: { label: string; url: string }[]
  resource: string
  name: string
  help: string
  choices: Choice[]
}

/** Renders the choices of a field as a table. */
export function choicesPage(ctx: HttpContext, model: ChoicesModel): Promise<string> {
  shareVisitor(ctx)
  return ctx.view.render('api/choices', { ...model })
}

/** Shares the visitor with the page header. API credentials don't count as signed in. */
function shareVisitor({ auth, view }: HttpContext): void {
  if (auth.authenticatedViaGuard === 'web') view.share({ me: auth.user })
}

/** Whether the visitor is signed in with a session, which forms require. */
export function canSubmitForms(ctx: HttpContext): boolean {
  return ctx.auth.authenticatedViaGuard === 'web' && csrfTokenOf(ctx) !== undefined
}

/**
 * The CSRF token: that of the request on pages with a session, otherwise that of the session
 * guard.
 */
function csrfTokenOf({ auth, request }: HttpContext): string | undefined {
  return request.csrfToken || auth.use('web').csrfToken()
}

/** The URL of the response itself instead of this page. */
function withoutFormat(url: string): string {
  const [path, query] = url.split('?')
  const kept = query?.split('&').filter((pair) => !pair.startsWith('format='))
  return kept?.length ? `${path}?${kept.join('&')}` : path!
}

function withFormat(url: string, format: string): string {
  const bare = withoutFormat(url)
  return `${bare}${bare.includes('?') ? '&' : '?'}format=${format}`
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
