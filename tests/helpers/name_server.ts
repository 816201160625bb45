/**
 * A real name server on UDP, whose answers change as a test says.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { Resolver } from 'node:dns/promises'
import dnsPacket from 'dns-packet'

/** Addresses for a question; called for each. Undefined says nothing at all. */
export type Answers = (name: string, type: 'A' | 'AAAA') => string[] | undefined

export class NameServer {
  /** Questions for addresses of IPv4. */
  asked = 0
  readonly #socket = createSocket('udp4')

  static async start(answers: Answers): Promise<NameServer> {
    const server = new NameServer()
    server.#socket.on('message', (message, { port, address }) => {
      const query = dnsPacket.decode(message)
      const { name, type } = query.questions![0]! as { name: string; type: 'A' | 'AAAA' }
      if (type === 'A') server.asked++
      const found = answers(name, type)
      if (!found) return
      const reply = dnsPacket.encode({
        type: 'response',
        id: query.id,
        flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE,
        questions: query.questions,
        answers: found.map((data) => ({ name, type, class: 'IN', ttl: 0, data })),
      })
      server.#socket.send(reply, port, address)
    })
    server.#socket.bind(0, '127.0.0.1')
    await once(server.#socket, 'listening')
    return server
  }

  /** Asks this server. */
  resolver(): Resolver {
    const resolver = new Resolver({ timeout: 300, tries: 1 })
    resolver.setServers([`127.0.0.1:${this.#socket.address().port}`])
    return resolver
  }

  stop(): void {
    this.#socket.close()
  }
}
