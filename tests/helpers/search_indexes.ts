import app from '@adonisjs/core/services/app'

let built: Promise<void> | undefined

/** For `group.setup`: there are indexes of the sample archive. */
export async function searchReady(): Promise<void> {
  built ??= build()
  await built
}

async function build(): Promise<void> {
  const indexer = await app.container.make('curia.indexer')
  const { searchIndexes } = await app.container.make('curia.plugins')
  const { signal } = new AbortController()
  for (const index of searchIndexes) await indexer.rebuild(index, signal)
}
