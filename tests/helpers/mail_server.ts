/** A real SMTP server that accepts or rejects emails as configured by the test. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A rejection with its code (RFC 5321, section 4.2.3). */
export function smtpError(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

export class MailServer {
  readonly received: { to: string[]; mail: Email }[] = []
  /** Returns the rejection for a recipient, or undefined to accept the email. */
  refuses: (address: string) => Error | undefined = () => undefined
  /** Response after the message data. */
  refusesMail: () => Error | undefined = () => undefined

  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, callback) => callback(this.refuses(address)),
    onData: (stream, { envelope }, callback) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const refusal = this.refusesMail()
        if (refusal) return callback(refusal)
        const mail = await PostalMime.parse(Buffer.concat(parts))
        this.received.push({ to: envelope.rcptTo.map(({ address }) => address), mail })
        callback()
      })
    },
  })

  static async start(): Promise<MailServer> {
    const server = new MailServer()
    server.#server.on('error', () => {})
    const listening = server.#server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    return server
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve))
  }
}
