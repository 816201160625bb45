/**
 * A small HTTP client that keeps connections busy and records the latency of each
 * response. Uses raw sockets to add little load to the machine.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Measurement {
  requests: number
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

export interface Load {
  port: number
  /** Requested in turn. */
  paths: string[]
  /** JSON documents to send in turn by POST. Undefined for GET. */
  bodies?: string[]
  connections: number
  /** Milliseconds. */
  duration: number
  /** Value of the Authorization header. */
  authorization?: string
  /** Value of the Accept-Encoding header. */
  coding?: string
}

/** @throws when a response isn't 200 */
export async function measure({
  port,
  paths,
  bodies,
  connections,
  duration,
  authorization,
  coding,
}: Load): Promise<Measurement> {
  const times: number[] = []
  const started = performance.now()
  const end = started + duration
  let next = 0
  const credential = authorization ? `Authorization: ${authorization}\r\n` : ''
  const accepted = coding ? `Accept-Encoding: ${coding}\r\n` : ''
  const request = () => {
    const place = next++
    const body = bodies?.[place % bodies.length]
    const method = body === undefined ? 'GET' : 'POST'
    const sent =
      body === undefined
        ? ''
        : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    return `${method} ${paths[place % paths.length]!} HTTP/1.1\r\nHost: 127.0.0.1\r\n${credential}${accepted}${sent}Accept: application/json\r\n\r\n${body ?? ''}`
  }
  await Promise.all(Array.from({ length: connections }, () => drive(port, request, end, times)))

  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const quantile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    requests: times.length,
    requestsPerSecond: times.length / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
  }
}

async function drive(
  port: number,
  request: () => string,
  end: number,
  times: number[]
): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) =>
    socket.once('connect', resolve).once('error', reject)
  )
  try {
    while (performance.now() < end) {
      const from = performance.now()
      await exchange(socket, request())
      times.push(performance.now() - from)
    }
  } finally {
    socket.destroy()
  }
}

const HEAD_END = Buffer.from('\r\n\r\n')

function exchange(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    let wanted = -1
    const onData = (chunk: Buffer) => {
      received = received.length ? Buffer.concat([received, chunk]) : chunk
      if (wanted < 0) {
        const at = received.indexOf(HEAD_END)
        if (at < 0) return
        const head = received.toString('latin1', 0, at)
        if (!head.startsWith('HTTP/1.1 200'))
          return finish(new Error(`${request.split('\r\n')[0]}: ${head.split('\r\n')[0]}`))
        wanted = at + HEAD_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      }
      if (received.length >= wanted) finish()
    }
    const finish = (error?: Error) => {
      socket.off('data', onData)
      socket.off('error', finish)
      if (error) reject(error)
      else resolve()
    }
    socket.on('data', onData)
    socket.once('error', finish)
    socket.write(request)
  })
}

export interface PacedLoad {
  /** Absolute URLs. */
  url: string
  /** Minimum number of requests. */
  requests: number
  /** Milliseconds between a response and the next request. */
  pause: number
  /** Whether to send more than the minimum. Called before each request. */
  continues?: () => boolean
}

/**
 * Sends requests one after the other, like a single visitor.
 *
 * @returns the latency of each in milliseconds, in ascending order
 * @throws when a response isn't 200
 */
export async function paced({
  url,
  requests,
  pause,
  continues = () => false,
}: PacedLoad): Promise<number[]> {
  const times: number[] = []
  while (times.length < requests || continues()) {
    const started = performance.now()
    const response = await fetch(url)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
    times.push(performance.now() - started)
    await sleep(pause)
  }
  return times.sort((one, other) => one - other)
}
