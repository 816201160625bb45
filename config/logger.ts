import app from '@adonisjs/core/services/app'
import { defineConfig, targets } from '@adonisjs/core/logger'
import { jobFields } from '#app/support/work_context'
import { settings } from '#start/env'

export default defineConfig({
  default: 'app',
  loggers: {
    app: {
      enabled: true,
      name: 'curia',
      level: settings.logLevel,
      mixin: jobFields,
      // These contain whole rows of the database.
      redact: { paths: ['err.detail', 'err.where'], remove: true },
      transport: {
        targets: targets()
          .pushIf(app.inDev, targets.pretty())
          .pushIf(!app.inDev, targets.file({ destination: 2 }))
          .toArray(),
      },
    },
  },
})
