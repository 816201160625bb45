import { defineConfig } from '@adonisjs/lucid'
import { loadPlugins } from '#core/plugin_loader'

/** In dependency order, which is also the order of their migrations. */
const plugins = await loadPlugins()

/** The database provider sets the connection, because it may have to start a server first. */
export default defineConfig({
  connection: 'postgres',
  connections: {
    postgres: {
      client: 'pg',
      connection: {},
      // Connections outlive the pause between jobs that run every minute.
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
