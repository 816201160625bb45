/**
 * Validation of forms.
 */
import type { HttpContext } from '@adonisjs/core/http'
import type { VineValidator } from '@vinejs/vine'
import type { Infer, SchemaTypes } from '@vinejs/vine/types'

/** Messages by field. */
export type Problems = Record<string, string>

export type Checked<T> =
  { values: T; problems?: undefined } | { values?: undefined; problems: Problems }

/** Validates the form of a request. Empty and blank values count as missing. */
export async function validateForm<Schema extends SchemaTypes>(
  ctx: HttpContext,
  validator: VineValidator<Schema, undefined>
): Promise<Checked<Infer<VineValidator<Schema, undefined>>>> {
  const given = formOf(ctx).filter(([, value]) => !isText(value) || value.trim() !== '')
  const odd = given.filter(([, value]) => isText(value) && value.includes('\0'))
  if (odd.length) {
    return {
      problems: Object.fromEntries(odd.map(([name]) => [name, 'Remove the null character.'])),
    }
  }
  const [error, values] = await ctx.request.tryValidateUsing(validator, {
    data: Object.fromEntries(given),
    meta: undefined,
  })
  if (!error) return { values }
  const problems: Problems = {}
  for (const { field, message } of error.messages as { field: string; message: string }[])
    problems[field] ??= message
  return { problems }
}

/** Shows a form again with its problems, without passwords. */
export async function renderFormErrors(
  ctx: HttpContext,
  template: string,
  problems: Problems,
  more: Record<string, unknown> = {}
): Promise<string> {
  ctx.response.status(422)
  const typed = Object.fromEntries(
    formOf(ctx).filter(([name, value]) => isText(value) && !/password|current|_csrf/.test(name))
  )
  return ctx.view.render(template, { ...more, typed, problems: inFormOrder(ctx, problems) })
}

/** Problems in the order of the submitted fields; those of fields without a value are last. */
function inFormOrder(ctx: HttpContext, problems: Problems): Problems {
  const names = formOf(ctx).map(([name]) => name)
  const placeOf = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  const sorted = Object.entries(problems).sort(([one], [other]) => placeOf(one) - placeOf(other))
  return Object.fromEntries(sorted)
}

/** A JSON body can be any value. */
function formOf({ request }: HttpContext): [name: string, value: unknown][] {
  const body: unknown = request.body()
  return body && typeof body === 'object' ? Object.entries(body) : []
}

const isText = (value: unknown) => typeof value === 'string'

/** The page for an emailed link that is used or expired. */
export async function renderExpiredLink(
  { response, view }: HttpContext,
  again: string
): Promise<string> {
  response.status(410)
  return view.render('console/link_gone', { again })
}

/** Shows a notice on the next page. */
export function notify({ session }: HttpContext, text: string): void {
  session.flash('notice', text)
}
