/**
 * Publishes events: one job for each listener, in the transaction that caused
 * the event.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Jobs } from '#app/jobs/jobs'
import type { EventRegistry } from './event_registry.js'

export class Events {
  constructor(
    readonly registry: EventRegistry,
    readonly jobs: Pick<Jobs, 'send'>
  ) {}

  /**
   * @param payload JSON without secrets; prefer row keys to contents
   * @throws Error for an undeclared event
   */
  async publish(trx: TransactionClientContract, event: string, payload: object): Promise<void> {
    const listeners = this.registry.listeners.get(event)
    if (!listeners) throw new Error(`no plugin declares the event "${event}"`)
    for (const name of listeners) await this.jobs.send(trx, name, payload)
  }
}
