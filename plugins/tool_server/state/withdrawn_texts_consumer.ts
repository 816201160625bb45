/**
 * Withdraws texts of documents from the cache of tools when the documents are
 * sealed, deleted, or changed.
 */
import app from '@adonisjs/core/services/app'
import type { TransactionalConsumer } from '#app/events/consumer_definition'
import type { DocumentDefinition } from '#app/tools/definitions'
import { ToolServices } from '../services.js'
import { KeptTexts } from './shared_texts.js'

export default {
  name: 'tool_server.withdrawn_texts',
  // For a long range, it withdraws all texts.
  wholeChanges: true,
  async rebuild() {
    const { kept, registry } = await texts()
    for (const { type } of registry.documents) await kept.withdrawAll(type)
  },
  async handle({ changes }) {
    const { kept, registry } = await texts()
    const table = ({ endpoint }: DocumentDefinition) =>
      registry.catalog.resources.get(endpoint).table
    for (const document of registry.documents) {
      const runs = changes
        .filter((change) => change.table === table(document) && !change.isQuiet)
        .flatMap(({ ids }) => ids)
      if (runs.length) await kept.withdraw(document.type, runs)
    }
  },
} satisfies TransactionalConsumer

async function texts() {
  const { store, registry } = await app.container.make(ToolServices)
  return { kept: new KeptTexts(store), registry }
}
