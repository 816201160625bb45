import { defineConfig } from '@adonisjs/core/bodyparser'

/** Empty strings stay empty strings: "blank, not null" (specification, Resources). */
export default defineConfig({
  allowedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  form: {
    convertEmptyStringsToNull: false,
    types: ['application/x-www-form-urlencoded'],
    limit: '1mb',
    queryString: { comma: false, depth: 1, parameterLimit: 1000 },
  },
  json: {
    convertEmptyStringsToNull: false,
    types: ['application/json'],
    limit: '1mb',
    strict: false,
  },
  multipart: {
    autoProcess: true,
    convertEmptyStringsToNull: false,
    processManually: [],
    limit: '20mb',
    types: ['multipart/form-data'],
  },
})
