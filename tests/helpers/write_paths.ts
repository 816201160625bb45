/** Writes as clients send them, ready to be sent. */
import type { TestAccount } from './accounts.js'
import type { Answered } from './all_or_nothing.js'
import type { Form, Visitor } from './visitor.js'

/** An API request by an account that the process has cached. */
export function apiWrite(
  { authorization }: TestAccount,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {}
): () => Promise<Answered> {
  return async () => {
    const response = await fetch(`http://${process.env.HOST}:${process.env.PORT}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }
}

/**
 * A form whose page is loaded first.
 *
 * @param from page with the form
 */
export async function formWrite(
  visitor: Visitor,
  path: string,
  values: Form = {},
  from = path
): Promise<() => Promise<Answered>> {
  const token = await visitor.csrfToken(from)
  return () => visitor.post(path, { _csrf: token, ...values })
}
