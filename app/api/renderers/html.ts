/**
 * The browsable page of an API answer.
 */
import { escapeHtml } from '#app/support/escape_html'
import type { HttpContext } from '@adonisjs/core/http'
import type { Choice } from '../field_types.js'

export interface PageModel {
  title: string
  status: number
  /** Crumbs from the API root to here. */
  trail: { label: string; url: string }[]
  /** Full address of the request. */
  url: string
  method: string
  allow: string[]
  /** The answer, as parsed from JSON. */
  body: unknown
  links?: { next: string | null; previous: string | null }
  /** OPTIONS of the resource. */
  metadata?: unknown
}

/** Renders the page. */
export function browsablePage(ctx: HttpContext, model: PageModel): Promise<string> {
  shareVisitor(ctx)
  return ctx.view.render('api/browse', {
    ...model,
    curl: `curl ${shellQuote(withoutFormat(model.url))}`,
    answer: highlight(JSON.stringify(model.body, null, 2) ?? ''),
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

/** Renders the values of a field as a table. */
export function choicesPage(ctx: HttpContext, model: ChoicesModel): Promise<string> {
  shareVisitor(ctx)
  return ctx.view.render('api/choices', { ...model })
}

/** The header of pages shows who is signed in; credentials of a program are no sign-in. */
function shareVisitor({ auth, view }: HttpContext): void {
  if (auth.authenticatedViaGuard === 'web') view.share({ me: auth.user })
}

/** The address that gives the answer itself and not this page. */
function withoutFormat(url: string): string {
  const [path, query] = url.split('?')
  const kept = query?.split('&').filter((pair) => !pair.startsWith('format='))
  return kept?.length ? `${path}?${kept.join('&')}` : path!
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A whole string of JSON that is an address, or a key, string, number or word to be coloured. */
const TOKENS = /"(?:[^"\\]|\\.)*"(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Pretty JSON as HTML, with addresses as links.
 */
export function highlight(json: string): string {
  let html = ''
  let at = 0
  for (const match of json.matchAll(TOKENS)) {
    html += escapeHtml(json.slice(at, match.index)) + token(match[0], match[1])
    at = match.index + match[0].length
  }
  return html + escapeHtml(json.slice(at))
}

function token(text: string, colon: string | undefined): string {
  if (colon !== undefined)
    return `<span class="json-key">${escapeHtml(text.slice(0, -colon.length))}</span>${colon}`
  if (!text.startsWith('"')) return `<span class="json-literal">${text}</span>`
  const value = text.slice(1, -1)
  const shown = escapeHtml(text)
  return /^https?:\/\/[^\s"\\]+$/.test(value)
    ? `<a href="${escapeHtml(value)}">${shown}</a>`
    : `<span class="json-string">${shown}</span>`
}
