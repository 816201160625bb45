/** Requests whose body never ends. Only a server that stops reading at its limits responds. */
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Answered {
  status: number
  text: string
}

/** Approximate bytes per write. */
const CHUNK = 32_768

/**
 * POSTs an endless body to the test server.
 *
 * @param unit repeated content of the body
 * @param head beginning of the body
 */
export async function postEndless(
  path: string,
  headers: Record<string, string>,
  unit: string | Buffer,
  head: string | Buffer = ''
): Promise<Answered> {
  const { HOST: host, PORT: port } = process.env
  const sent = httpRequest({ host, port, path, headers, method: 'POST' })
  sent.on('error', () => {})
  const chunk = Buffer.concat(
    Array.from({ length: Math.ceil(CHUNK / unit.length) }, () => Buffer.from(unit))
  )
  let answered = false
  const feed = async () => {
    sent.write(head)
    while (!answered) {
      if (!sent.write(chunk)) await Promise.race([once(sent, 'drain'), sleep(50)])
      await sleep(1)
    }
  }
  void feed()
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode!, text: await text(answer) }
  } finally {
    answered = true
    sent.destroy()
  }
}
