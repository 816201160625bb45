/**
 * A database of its own for tests that fill or empty whole tables.
 */
import { randomBytes } from 'node:crypto'
import type { ApplicationService } from '@adonisjs/core/types'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import pg from 'pg'
import { publishChanges } from '#app/events/publication'
import type { ConnectionSettings } from '#app/database/connection'

export interface ScratchDatabase {
  /** Under which Lucid knows the connection. */
  name: string
  connection: ConnectionSettings
  client: pg.Client
  lucid: QueryClientContract
  drop: () => Promise<void>
}

/** Makes a database with the schema of all plugins and no rows, whose changes are published. */
export async function makeScratchDatabase(app: ApplicationService): Promise<ScratchDatabase> {
  const { connection: own } = await app.container.make('curia.database')
  const name = `scratch_${randomBytes(6).toString('hex')}`
  const database = await app.container.make('lucid.db')
  await database.rawQuery(`CREATE DATABASE ${name}`)

  const connection = inDatabase(own, name)
  const settings = app.config.get<object>('database.connections.postgres')
  database.manager.add(name, { ...settings, connection } as never)
  const runner = new MigrationRunner(database, app, {
    direction: 'up',
    connectionName: name,
    disableLocks: true,
  })
  await runner.run()
  if (runner.error) throw runner.error

  const client = new pg.Client(connection)
  await client.connect()
  const { publications } = await app.container.make('curia.plugins')
  await publishChanges(client, publications)
  return {
    name,
    connection,
    client,
    lucid: database.connection(name),
    async drop() {
      await client.end()
      await database.manager.close(name, true)
      await database.rawQuery(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

function inDatabase(connection: ConnectionSettings, name: string): ConnectionSettings {
  if (!connection.connectionString) return { ...connection, database: name }
  const url = new URL(connection.connectionString)
  url.pathname = `/${name}`
  return { connectionString: url.href }
}
