import type { ApplicationService } from '@adonisjs/core/types'
import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'
import { inTransaction } from '#app/database/transaction'
import { PluginHost } from '#core/plugin_host'
import settings from './settings.js'
import { createPartitions } from './storage/partitions.js'
import { readTrackedTables } from './storage/tracked_tables.js'
import { installTriggers } from './storage/triggers.js'

/** Creates the missing triggers and partitions, or drops the triggers if versions aren't stored. */
export default async function prepare(app: ApplicationService): Promise<void> {
  const { connection } = await app.container.make(OpenDatabase)
  const client = new pg.Client({ ...connection, application_name: 'curia preparing' })
  client.on('error', () => {})
  await client.connect()
  try {
    await prepareHistory(client, await app.container.make(PluginHost))
  } finally {
    await client.end()
  }
}

/** @param host declares the resources, and the quiet columns of their tables */
export async function prepareHistory(
  client: pg.Client,
  { resources, publications }: Pick<PluginHost, 'resources' | 'publications'>
): Promise<void> {
  const isOn = settings.days > 0
  const tables = isOn ? await readTrackedTables(client, resources, publications) : []
  if (isOn) await createPartitions(client)
  await inTransaction(client, () => installTriggers(client, tables))
}
