/**
 * An empty archive with a change log and an index in a memory engine, for tests of
 * how changes update documents.
 */
import app from '@adonisjs/core/services/app'
import type { Group } from '@japa/runner/core'
import { ChangeLog } from '#app/events/change_log'
import { Consumer } from '#app/events/consumer'
import { LeaderElection } from '#app/events/leader_election'
import type { Consumers } from '#app/events/consumers'
import { Indexer } from '#app/search/indexer/indexer'
import { MemoryEngine } from './memory_engine.js'
import { makeScratchDatabase, type ScratchDatabase } from './scratch_database.js'
import { PluginHost } from '#core/plugin_host'
import type { ConsumerDefinition } from '#app/events/consumer_definition'

/** Gives every test of a group its own archive. */
export function useScratchIndex(group: Group, name: string) {
  let scratch: ScratchDatabase
  let engine: MemoryEngine
  let log: ChangeLog
  let indexer: Indexer
  let election: LeaderElection
  const consumers: Consumer[] = []

  group.each.setup(async () => {
    scratch = await makeScratchDatabase(app)
    const { searchIndexes } = await app.container.make(PluginHost)
    const indexes = searchIndexes.filter((index) => index.name === name)
    engine = new MemoryEngine(indexes)
    log = new ChangeLog(scratch.lucid)
    election = new LeaderElection(scratch.connection)
    const logger = { error() {} }
    indexer = new Indexer({ indexes, engine, log, connection: scratch.connection, logger })
    return async () => {
      await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()))
      await election.close()
      await scratch.drop()
    }
  })

  const start = async (definition: ConsumerDefinition) => {
    const logger = { error() {}, warn() {} }
    const consumer = new Consumer(definition, { election, log, logger, isListening: () => false })
    consumers.push(consumer)
    return consumer
  }
  const index = () => indexer.services.indexes[0]!
  return {
    get engine() {
      return engine
    },
    get indexer() {
      return indexer
    },
    get log() {
      return log
    },
    sql: (text: string, values: unknown[] = []) => scratch.client.query(text, values),
    rebuild: (signal = new AbortController().signal) => indexer.rebuild(index(), signal),
    get scratch() {
      return scratch
    },
    /** Consumes the log in this process, polling continuously. */
    follow: () => indexer.start({ start } as Pick<Consumers, 'start'> as Consumers),
    start,
    /** Stops all consumers, as when a process ends. */
    stop: async () => {
      await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()))
    },
    /** Waits until all committed changes are in the live index. Returns the writes. */
    async caughtUp(): Promise<string[]> {
      for (;;) {
        for (const consumer of consumers) consumer.wake()
        const [lag] = await indexer.lag()
        if (lag!.behind === 0) return engine.written.splice(0)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    document: (key: number) => engine.parent(name, key),
    keys: () => engine.keys(name),
  }
}
