/**
 * The lease for writing an index, held by one writer across all processes: a document that can
 * only be created once. Its holder renews it; an expired lease is taken over. A node that shows
 * the renewal also shows everything written before it.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { IndexBeingWritten } from '../../engine.js'
import type { Cluster, Found, One } from './cluster.js'

/** Milliseconds. */
const LASTS = 60_000
const RENEWED_EVERY = 10_000
const PAUSE = 20
const PATIENCE = 60_000

export class Lease {
  readonly #owner = randomUUID()
  #beat = 0
  #endsAt = 0
  #timer: NodeJS.Timeout | undefined

  private constructor(
    readonly cluster: Cluster,
    readonly id: string
  ) {}

  static collection({ prefix }: Cluster): string {
    return `${prefix}-leases`
  }

  static schema(cluster: Cluster) {
    return {
      name: Lease.collection(cluster),
      fields: [
        { name: 'owner', type: 'string' as const },
        { name: 'beat', type: 'int64' as const },
        { name: 'ends', type: 'int64' as const },
      ],
    }
  }

  /** @throws IndexBeingWritten */
  static async take(cluster: Cluster, id: string, index: string): Promise<Lease> {
    const lease = new Lease(cluster, id)
    const endsAt = Date.now() + LASTS
    if (!(await cluster.create(Lease.collection(cluster), lease.#document(endsAt)))) {
      const left = await lease.#removeEnded()
      if (!left || !(await cluster.create(Lease.collection(cluster), lease.#document(endsAt))))
        throw new IndexBeingWritten(index)
    }
    lease.#endsAt = endsAt
    lease.#timer = setInterval(() => void lease.renew().catch(() => {}), RENEWED_EVERY)
    lease.#timer.unref()
    return lease
  }

  /** @throws Error when another writer may have taken over */
  check(): void {
    if (Date.now() >= this.#endsAt) throw new Error('The lease for writing the index has expired.')
  }

  /** Marks everything written so far as older than the next `settled`. */
  async renew(): Promise<void> {
    this.check()
    const endsAt = Date.now() + LASTS
    this.#beat++
    await this.cluster.put(Lease.collection(this.cluster), this.#document(endsAt))
    this.#endsAt = endsAt
  }

  /** Returns the response of a node that has everything written before the last renewal. */
  async settled(searches: One[]): Promise<(Found | null)[]> {
    const until = performance.now() + PATIENCE
    for (;;) {
      const [own, ...answers] = await this.cluster.searchAny(
        [
          {
            ...{ collection: Lease.collection(this.cluster), q: '*', per_page: 1 },
            filter_by: `(id:=${this.id} && owner:=${this.#token})`,
          },
          ...searches,
        ],
        { endsAt: until }
      )
      if (own && Number(own.hits[0]?.document.beat ?? -1) >= this.#beat) return answers
      await wait(PAUSE)
    }
  }

  async release(): Promise<void> {
    clearInterval(this.#timer)
    if (Date.now() >= this.#endsAt) return
    this.#endsAt = 0
    await this.cluster.removeWhere(
      Lease.collection(this.cluster),
      `(id:=${this.id} && owner:=${this.#token})`
    )
  }

  get #token(): string {
    return this.#owner.replaceAll('-', '')
  }

  #document(ends: number): Record<string, unknown> {
    return { id: this.id, owner: this.#token, beat: this.#beat, ends }
  }

  /** @returns whether a lease was removed */
  async #removeEnded(): Promise<boolean> {
    const filter = `(id:=${this.id} && ends:<${Date.now()})`
    return (await this.cluster.removeWhere(Lease.collection(this.cluster), filter)) > 0
  }
}
