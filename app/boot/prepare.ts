/**
 * Prepares the database before the first request: migrations, the schema check, and the
 * preparation of plugins.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { publishChanges } from '#app/events/publication'
import { publishRecords } from '#app/events/record_publication'
import { ChangeLog } from '#app/events/change_log'
import { initializePositions } from '#app/events/consumers'
import { checkSchema } from '#core/schema_check'
import { migrateAlone, whilePreparing } from './migrate.js'
import { PluginHost } from '#core/plugin_host'
import { Reader } from '#app/database/reader'
import { Jobs } from '#app/jobs/jobs'

/**
 * Safe in concurrent processes: one prepares the database first.
 *
 * @throws StartupError
 */
export async function prepareArchive(app: ApplicationService): Promise<void> {
  await whilePreparing(app, async (client) => {
    await migrateAlone(app)
    const host = await app.container.make(PluginHost)
    await checkSchema(host.resources.all(), await app.container.make(Reader))
    await publishChanges(client, host.publications)
    await publishRecords(client, host.recordPublications)
    const log = new ChangeLog(await app.container.make('lucid.db'))
    await log.dropForeign()
    await initializePositions(log, host.consumers)
    await (await app.container.make(Jobs)).prepare()
    for (const { prepare } of host.plugins) {
      if (prepare) await (await prepare()).default(app)
    }
  })
}
