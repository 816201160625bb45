/**
 * Forms: what was typed, or what is wrong with it.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { errors, SimpleMessagesProvider, type VineValidator } from '@vinejs/vine'
import type { Infer, SchemaTypes } from '@vinejs/vine/types'
import { MESSAGES } from '#app/accounts/validators'

/** Sentences by field. */
export type Problems = Record<string, string>

export type Checked<T> =
  { values: T; problems?: undefined } | { values?: undefined; problems: Problems }

const messagesProvider = new SimpleMessagesProvider(MESSAGES)

/** Validates the form of a request. */
export async function checked<Schema extends SchemaTypes>(
  { request }: HttpContext,
  validator: VineValidator<Schema, undefined>
): Promise<Checked<Infer<VineValidator<Schema, undefined>>>> {
  try {
    return {
      values: await validator.validate(request.body(), { messagesProvider, meta: undefined }),
    }
  } catch (error) {
    if (!(error instanceof errors.E_VALIDATION_ERROR)) throw error
    const messages = error.messages as { field: string; message: string }[]
    return {
      problems: Object.fromEntries(
        messages.toReversed().map(({ field, message }) => [field, message])
      ),
    }
  }
}

/** Shows a form again with what is wrong in it. Passwords are not sent back. */
export async function showAgain(
  { request, response, view }: HttpContext,
  template: string,
  problems: Problems,
  more: Record<string, unknown> = {}
): Promise<string> {
  response.status(422)
  const typed = Object.fromEntries(
    Object.entries(request.body()).filter(([name]) => !/password|_csrf/.test(name))
  )
  return view.render(template, { ...more, typed, problems })
}

/** A line at the top of the next page. */
export function notify({ session }: HttpContext, text: string): void {
  session.flash('notice', text)
}
