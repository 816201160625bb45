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
    // Shut down last: it sends what the others did while they stopped.
    () => import('./app/boot/tracing_provider.js'),
    () => import('./app/boot/tasks_provider.js'),
    () => import('./app/database/database_provider.js'),
    () => import('@adonisjs/lucid/database_provider'),
    () => import('./app/maintenance/maintenance_provider.js'),
    () => import('@adonisjs/session/session_provider'),
    () => import('@adonisjs/shield/shield_provider'),
    () => import('@adonisjs/auth/auth_provider'),
    () => import('@adonisjs/redis/redis_provider'),
    () => import('@adonisjs/drive/drive_provider'),
    () => import('@adonisjs/limiter/limiter_provider'),
    () => import('./app/throttle/throttle_provider.js'),
    () => import('@adonisjs/mail/mail_provider'),
    () => import('./app/mail/mail_provider.js'),
    () => import('./app/accounts/accounts_provider.js'),
    () => import('./app/web/web_provider.js'),
    () => import('./app/api/api_provider.js'),
    () => import('./app/search/search_provider.js'),
    () => import('./app/tools/tools_provider.js'),
    // Shut down in reverse order: what works in the background stops before the services it uses.
    () => import('./app/boot/background_provider.js'),
    () => import('./app/jobs/jobs_provider.js'),
    () => import('./app/events/events_provider.js'),
    () => import('./app/core/plugin_provider.js'),
    () => import('./app/boot/archive_provider.js'),
  ],

  preloads: [
    () => import('#start/kernel'),
    () => import('#start/routes'),
    { file: () => import('#start/validator'), environment: ['web', 'test'] },
  ],

  presets: [plugins()],

  metaFiles: [
    { pattern: 'resources/views/**/*.edge', reloadServer: false },
    { pattern: 'plugins/*/views/**/*.edge', reloadServer: false },
    { pattern: 'plugins/*/tables/*.{json,md}', reloadServer: false },
    { pattern: 'plugins/*/search/language/*.txt', reloadServer: false },
    { pattern: 'app/citations/case_names/*.txt', reloadServer: false },
    { pattern: 'resources/css/**/*', reloadServer: false },
    { pattern: 'resources/js/**/*', reloadServer: false },
    { pattern: 'resources/images/**/*', reloadServer: false },
    { pattern: 'resources/docs/**/*', reloadServer: false },
    { pattern: 'database/sample/**/*', reloadServer: false },
    { pattern: 'app/search_engine/**/*.peggy', reloadServer: false },
    { pattern: 'ace.js', reloadServer: false },
    { pattern: 'bin/*.js', reloadServer: false },
  ],

  tests: {
    suites: [],
    forceExit: true,
  },
})
