import { defineConfig } from '@adonisjs/lucid'
import { loadPlugins } from '#core/plugin_loader'

/** In the order in which they build on each other, and so must their migrations. */
const plugins = await loadPlugins()

/** The connection itself is filled in by the database provider, which may have to start a server first. */
export default defineConfig({
  connection: 'postgres',
  connections: {
    postgres: {
      client: 'pg',
      connection: {},
      // A connection outlasts the pause between two jobs of a minute.
      pool: { min: 0, max: 10, idleTimeoutMillis: 90_000 },
      migrations: {
        naturalSort: true,
        paths: [
          'database/migrations',
          ...plugins.map(({ name }) => `plugins/${name}/database/migrations`),
        ],
      },
    },
  },
})
