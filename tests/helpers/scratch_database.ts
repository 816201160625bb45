/** A separate database for tests that fill or empty whole tables. */
import { randomBytes } from 'node:crypto'
import type { ApplicationService } from '@adonisjs/core/types'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import pg from 'pg'
import { publishChanges } from '#app/events/publication'
import { publishRecords } from '#app/events/record_publication'
import { type ConnectionSettings, OpenDatabase } from '#app/database/connection'
import { PluginHost } from '#core/plugin_host'

export interface ScratchDatabase {
  /** Name of the Lucid connection. */
  name: string
  connection: ConnectionSettings
  client: pg.Client
  lucid: QueryClientContract
  drop: () => Promise<void>
}

type Fill = (scratch: ScratchDatabase) => Promise<void>

/** Template databases by what fills them: migrations and rows take seconds, a copy doesn't. */
const templates = new Map<Fill | undefined, Promise<string>>()

/**
 * Creates a database with the schema of all plugins and change log triggers.
 *
 * @param fill adds the rows of the database; none by default. It is called once in a process, and
 *   later databases are copies
 */
export async function makeScratchDatabase(
  app: ApplicationService,
  fill?: Fill
): Promise<ScratchDatabase> {
  let template = templates.get(fill)
  if (!template) {
    template = fill ? makeFilled(app, fill) : makeTemplate(app)
    templates.set(fill, template)
  }
  return open(app, `TEMPLATE ${await template} STRATEGY FILE_COPY`)
}

async function makeFilled(app: ApplicationService, fill: Fill): Promise<string> {
  const scratch = await makeScratchDatabase(app)
  await fill(scratch)
  await disconnect(app, scratch)
  return scratch.name
}

/** Creates a database without tables. */
export function makeEmptyDatabase(app: ApplicationService): Promise<ScratchDatabase> {
  return open(app, '')
}

async function open(app: ApplicationService, options: string): Promise<ScratchDatabase> {
  const database = await app.container.make('lucid.db')
  const { name, connection } = await addDatabase(app, options)
  const client = new pg.Client(connection)
  await client.connect()
  const scratch: ScratchDatabase = {
    name,
    connection,
    client,
    lucid: database.connection(name),
    async drop() {
      await disconnect(app, scratch)
      await database.rawQuery(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
  return scratch
}

async function disconnect(app: ApplicationService, { name, client }: ScratchDatabase) {
  const database = await app.container.make('lucid.db')
  await client.end()
  await database.manager.close(name, true)
}

async function makeTemplate(app: ApplicationService): Promise<string> {
  const database = await app.container.make('lucid.db')
  const { name, connection } = await addDatabase(app)
  const runner = new MigrationRunner(database, app, {
    direction: 'up',
    connectionName: name,
    disableLocks: true,
  })
  await runner.run()
  if (runner.error) throw runner.error

  const client = new pg.Client(connection)
  await client.connect()
  const { publications, recordPublications } = await app.container.make(PluginHost)
  await publishChanges(client, publications)
  await publishRecords(client, recordPublications)
  await client.end()
  // A template database must have no connections.
  await database.manager.close(name, true)
  return name
}

/** Drops the template databases if the database server outlives the tests. */
export async function dropTemplates(app: ApplicationService): Promise<void> {
  const database = await app.container.make('lucid.db')
  for (const template of templates.values())
    await database.rawQuery(`DROP DATABASE ${await template} WITH (FORCE)`)
}

/** Creates a database with a unique name and registers it with Lucid. */
async function addDatabase(app: ApplicationService, options = '') {
  const { connection: own } = await app.container.make(OpenDatabase)
  const name = `scratch_${randomBytes(6).toString('hex')}`
  const database = await app.container.make('lucid.db')
  await database.rawQuery(`CREATE DATABASE ${name} ${options}`)
  const connection = inDatabase(own, name)
  const settings = app.config.get<object>('database.connections.postgres')
  database.manager.add(name, { ...settings, connection } as never)
  return { name, connection }
}

function inDatabase(connection: ConnectionSettings, name: string): ConnectionSettings {
  if (!connection.connectionString) return { ...connection, database: name }
  const url = new URL(connection.connectionString)
  url.pathname = `/${name}`
  return { connectionString: url.href }
}
