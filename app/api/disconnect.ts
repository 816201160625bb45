/** Requests whose client no longer waits for the response. */
import type { HttpContext } from '@adonisjs/core/http'
import { NotReady } from '#app/support/domain_error'

/** The client closed the connection before its response; nothing that belongs in the log. */
export class ClientDisconnected extends NotReady {
  override name = 'ClientDisconnected'

  constructor() {
    super('The client closed the connection.', 1)
  }
}

/** @returns a signal that is aborted with ClientDisconnected when the connection closes before the response is sent */
export function disconnectSignal({ response: { response } }: HttpContext): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new ClientDisconnected())
  })
  return gone.signal
}
