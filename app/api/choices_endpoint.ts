/**
 * The endpoint `<resource>/choices/<field>/`, which returns the choices of a field without the
 * rest of OPTIONS (demands, 5).
 */
import type { HttpContext } from '@adonisjs/core/http'
import { didYouMean } from '#app/support/did_you_mean'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import { ApiRequest } from './api_request.js'
import type { Place } from './catalog.js'
import { findChoices, namesWithChoices } from './choices.js'
import { methodNotAllowed } from './errors.js'
import { formatResourceTitle } from './labels.js'
import { PARSES, RENDERS } from './metadata.js'
import { choicesPage } from './renderers/html.js'
import type { Resource } from './resource.js'
import { respond } from './respond.js'

const ALLOW = 'GET, HEAD, OPTIONS'

/**
 * Responds to a request.
 *
 * @param segment name of the field or filter, with an optional format suffix
 * @throws ApiError 404 for a name without choices, 405
 */
export async function answerChoices(
  ctx: HttpContext,
  resource: Resource,
  { place, segment }: { place: Place; segment: string }
): Promise<void> {
  const [, name, suffix] = /^(.*?)(?:\.([a-z0-9]+))?$/s.exec(segment)!
  const request = new ApiRequest(ctx, place, suffix)
  if (!ALLOW.split(', ').includes(request.method)) throw methodNotAllowed(request.method, ALLOW)
  const found = findChoices(resource, name!)
  if (!found) throw noChoices(resource, name!)

  const list = `${request.base}${resource.path}/`
  const title = `Choices of ${name}`
  const trail = [
    { label: `API ${place.version}`, url: request.base },
    { label: resource.path, url: list },
  ]
  const { help, choices } = found
  const body =
    request.method === 'OPTIONS'
      ? { name: title, description: describe(resource, name!), renders: RENDERS, parses: PARSES }
      : { field: name, help_text: help, choices }
  await respond(request, {
    json: JSON.stringify(body),
    allow: ALLOW,
    conditional: true,
    page: () => ({ title, trail }),
    html: () =>
      choicesPage(ctx, { title, trail, resource: resource.path, name: name!, help, choices }),
  })
}

function describe({ label }: Resource, name: string): string {
  return `Values of "${name}" in a ${formatResourceTitle(label)} and their meanings.`
}

function noChoices(resource: Resource, name: string): ApiError {
  const shown = name.slice(0, 100)
  const known = namesWithChoices(resource)
  const near = didYouMean(name, known)
  const meant = near ? ` Did you mean ${near}?` : ''
  const others = known.length
    ? ` Fields with choices: ${known.join(', ')}.`
    : ` No field of ${resource.path} has choices.`
  return ApiError.detail(
    API_ERRORS.no_choices,
    `"${shown}" of ${resource.path} has no choices.${meant}${others}`
  )
}
