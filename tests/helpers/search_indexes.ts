import app from '@adonisjs/core/services/app'
import { Indexer } from '#app/search/indexer/indexer'
import { PluginHost } from '#core/plugin_host'
import { callerAddress } from './aimed_limits.js'
import { AIMED_AT } from './environment.js'
import { untilSearchable } from './made_folder.js'

let built: Promise<void> | undefined

/** For `group.setup`: builds the indexes of the sample archive. */
export async function searchReady(): Promise<void> {
  built ??= build()
  await built
}

/** Builds an index of the current rows, for tests that search for rows they created. */
export async function buildIndex(name: string): Promise<void> {
  const indexer = await app.container.make(Indexer)
  const { searchIndexes } = await app.container.make(PluginHost)
  const index = searchIndexes.find((one) => one.name === name)
  if (!index) throw new Error(`no plugin declares the search index "${name}"`)
  await indexer.rebuild(index, new AbortController().signal)
}

async function build(): Promise<void> {
  if (AIMED_AT) return untilSearchable(AIMED_AT, { 'x-forwarded-for': callerAddress() })
  const indexer = await app.container.make(Indexer)
  const { searchIndexes } = await app.container.make(PluginHost)
  const { signal } = new AbortController()
  for (const index of searchIndexes) await indexer.rebuild(index, signal)
}
