/** A real DNS server over UDP whose answers are set by the test. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { Resolver } from 'node:dns/promises'
import dnsPacket from 'dns-packet'

/** IP addresses for a query. Called for each query. Undefined sends no response. */
export type Answers = (name: string, type: 'A' | 'AAAA') => string[] | undefined

export class NameServer {
  /** Queries for IPv4 addresses. */
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

  /** Resolves names through this server. */
  resolver(): Resolver {
    const resolver = new Resolver({ timeout: 300, tries: 1 })
    resolver.setServers([`127.0.0.1:${this.#socket.address().port}`])
    return resolver
  }

  stop(): void {
    this.#socket.close()
  }
}
