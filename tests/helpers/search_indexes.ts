import app from '@adonisjs/core/services/app'
import { Indexer } from '#app/search/indexer/indexer'
import { PluginHost } from '#core/plugin_host'

let built: Promise<void> | undefined

/** For `group.setup`: there are indexes of the sample archive. */
export async function searchReady(): Promise<void> {
  built ??= build()
  await built
}

async function build(): Promise<void> {
  const indexer = await app.container.make(Indexer)
  const { searchIndexes } = await app.container.make(PluginHost)
  const { signal } = new AbortController()
  for (const index of searchIndexes) await indexer.rebuild(index, signal)
}
