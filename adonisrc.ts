import { defineConfig } from '@adonisjs/core/app'
import { plugins } from '#core/plugin_preset'

export default defineConfig({
  directories: {
    commands: 'app/commands',
  },

  commands: [() => import('@adonisjs/core/commands'), () => import('@adonisjs/lucid/commands')],

  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('@adonisjs/core/providers/hash_provider'),
    () => import('@adonisjs/core/providers/edge_provider'),
    () => import('@adonisjs/core/providers/vinejs_provider'),
    () => import('./app/boot/database_provider.js'),
    () => import('@adonisjs/lucid/database_provider'),
    () => import('@adonisjs/session/session_provider'),
    () => import('@adonisjs/shield/shield_provider'),
    () => import('./app/boot/accounts_provider.js'),
    () => import('./app/boot/search_provider.js'),
    () => import('./app/boot/jobs_provider.js'),
    () => import('./app/boot/embeddings_provider.js'),
    () => import('./app/boot/webhooks_provider.js'),
    () => import('./app/boot/plugin_provider.js'),
  ],

  preloads: [() => import('#start/kernel'), () => import('#start/routes')],

  presets: [plugins()],

  metaFiles: [
    { pattern: 'resources/views/**/*.edge', reloadServer: false },
    { pattern: 'plugins/*/views/**/*.edge', reloadServer: false },
    { pattern: 'resources/css/**/*', reloadServer: false },
    { pattern: 'resources/js/**/*', reloadServer: false },
    { pattern: 'resources/docs/**/*', reloadServer: false },
    { pattern: 'database/sample/**/*', reloadServer: false },
    { pattern: 'app/search/**/*.{peggy,txt}', reloadServer: false },
    { pattern: 'ace.js', reloadServer: false },
    { pattern: 'bin/*.js', reloadServer: false },
  ],

  hooks: {
    buildFinished: [() => import('./bin/compress_assets.js')],
  },

  tests: {
    suites: [],
    forceExit: true,
  },
})
