import { readdirSync, readFileSync } from 'node:fs'
import { configApp } from '@adonisjs/eslint-config'

const NO_PLUGIN = {
  group: ['#plugins/*', '**/plugins/**'],
  message: 'app/ must not know any plugin.',
}
const plugins = {
  files: ['config/**/*.ts', 'start/**/*.ts', 'database/**/*.ts'],
  rules: { 'no-restricted-imports': ['error', { patterns: [NO_PLUGIN] }] },
}

/** Libraries and their additional forbidden imports. */
const OWN_RULES = {
  court_pages: [
    {
      regex: String.raw`^(#(?!app/court_pages/)|\.\./|node:(?!buffer$)|@adonisjs/|pg|knex$)`,
      message: 'The parsers of court pages know neither the server nor files, network, or clock.',
    },
  ],
  search_engine: [
    {
      group: ['@adonisjs/*', 'pg', 'pg-*', 'knex', 'node:http', 'node:https'],
      message: 'The search engine knows neither the framework nor the database.',
    },
  ],
}

/** Folders of app/ from the lowest to the highest. Each folder imports only from earlier ones. */
const LAYERS = Object.keys(JSON.parse(readFileSync(new URL('app/layers.json', import.meta.url))))
const layers = LAYERS.map((layer, place) => {
  const higher = LAYERS.slice(place + 1).join('|')
  const message = `${layer} is below what this import names (app/layers.json).`
  const regex = `^(#app/|#|(\\.\\./)+)(${higher})/`
  const patterns = [NO_PLUGIN, ...(higher ? [{ regex, message }] : []), ...(OWN_RULES[layer] ?? [])]
  return {
    files: [`app/${layer}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  }
})

/** Plugins import from themselves and from the public files of plugins they require. Their specs import from any plugin. */
const PLUGINS = readdirSync(new URL('plugins', import.meta.url))
const requirements = PLUGINS.map((plugin) => {
  const source = readFileSync(new URL(`plugins/${plugin}/plugin.ts`, import.meta.url), 'utf8')
  const required = source.match(/\brequires: \[([^\]]*)\]/)?.[1].match(/\w+/g) ?? []
  const others = [plugin, ...required].join('|')
  const patterns = [
    {
      regex: `^#plugins/(?!(${others})/)`,
      message: `Add the plugin to "requires" in plugins/${plugin}/plugin.ts.`,
    },
    {
      regex: `^#plugins/(?!${plugin}/)\\w+/(?!public(/\\w+)?$)`,
      message: 'Plugins import only public.ts and public/ of other plugins.',
    },
  ]
  return {
    files: [`plugins/${plugin}/**/*.ts`],
    ignores: ['plugins/*/tests/**'],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  }
})

/** The court system client is a library: it depends only on its options, the court page parsers, and docket numbers. */
const registryClient = {
  files: ['plugins/fetch/registry_client/**/*.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: String.raw`^(#(?!app/court_pages/|app/support/docket_number$)|(\.\./)+(settings|services|plugin|public|commands|models|actions)\b|@adonisjs/|pg|knex$)`,
            message: 'The client of the court system knows neither the server nor the database.',
          },
        ],
      },
    ],
  },
}

/** Transactions end only in app/database, where the server confirms COMMIT. */
const TRANSACTION_STATEMENT = String.raw`/^\s*(BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK)\b(?!\s+TO\b)/i`
const SENDS = 'CallExpression[callee.property.name=/^(query|rawQuery|raw|executeSql)$/]'
const NOT_CONFIRMED =
  'Use database.transaction, or inTransaction of #app/database/transaction: both resolve only after the server has confirmed COMMIT.'
const ONE_ENDING = [
  ...[
    `${SENDS} > Literal[value=${TRANSACTION_STATEMENT}]`,
    `${SENDS} > TemplateLiteral > TemplateElement:first-child[value.raw=${TRANSACTION_STATEMENT}]`,
    `${SENDS} > ObjectExpression > Property[key.name="text"] > Literal[value=${TRANSACTION_STATEMENT}]`,
    'CallExpression[callee.property.name="commit"][arguments.length=0]',
    'ImportDeclaration[source.value=/^knex(\\/|$)/]',
  ].map((selector) => ({ selector, message: NOT_CONFIRMED })),
  {
    selector: 'NewExpression[callee.property.name="Pool"]',
    message: 'Use openPool of #app/database/pool, which survives lost connections.',
  },
]
const transactions = {
  files: ['app/**/*.ts', 'plugins/**/*.ts', 'config/**/*.ts', 'start/**/*.ts', 'database/**/*.ts'],
  ignores: ['app/database/**', '**/tests/**'],
  rules: {
    'no-restricted-syntax': ['error', ...ONE_ENDING],
  },
}

/** Services are injected; only these files get them from the container. */
const BUILDERS = [
  // Providers, commands, jobs, consumers, and startup.
  '**/*provider.ts',
  '**/commands/**',
  '**/*{job,jobs,consumer,consumers}.ts',
  '**/*_command.ts',
  'app/{boot,core,events}/**',
  'app/search/indexer/**',
  'plugins/*/prepare.ts',
  'plugins/alerts/matching/initialize_position.ts',
  // Declarations, whose functions receive the application, its container, or the request.
  'plugins/*/{admin,endpoints,resources,tools,guide}/**',
  '**/{demo,take_out,take_out_part}.ts',
  'app/console/admin/**',
  'app/accounts/links.ts',
  'plugins/court_notices/reception/uploaded_notice.ts',
  'plugins/oauth/provider/{mount,access_tokens}.ts',
  'plugins/search/pages/routes.ts',
  'plugins/upload/upload_file.ts',
  // Functions that other plugins call with the application.
  'plugins/federal_records/pdf/store_pdf.ts',
  'plugins/search/services.ts',
  'plugins/webhooks/delivery/send_webhook.ts',
  // Request helpers.
  'app/console/form_writes.ts',
  'app/web/page_requests.ts',
]
const LOCATED = {
  selector: 'CallExpression[callee.property.name="make"][callee.object.property.name=/^container/]',
  message: 'Inject the service through the constructor of a class with @inject().',
}
const injection = {
  files: ['app/**/*.ts', 'plugins/**/*.ts'],
  ignores: ['app/database/**', '**/tests/**', ...BUILDERS],
  rules: { 'no-restricted-syntax': ['error', ...ONE_ENDING, LOCATED] },
}

/** Page handlers call models and actions, which build queries (resources/docs/architecture.md). */
const QUERY = {
  selector:
    'CallExpression[callee.property.name=/^(query|rawQuery|insertQuery|modelQuery|where|whereIn|whereRaw|forUpdate)$/],' +
    'CallExpression[callee.property.name=/^(from|table)$/][callee.object.name!="Array"] > Literal',
  message: 'Pages call models or actions instead of building queries.',
}
const pageRules = (ignores, ...restricted) => ({
  files: [
    'plugins/*/pages/**/*.ts',
    'plugins/*/*_controller.ts',
    'app/console/controllers/**/*.ts',
    'app/console/admin/account_page.ts',
    'app/**/*_controller.ts',
  ],
  ignores: ['**/tests/**', ...ignores],
  rules: { 'no-restricted-syntax': ['error', ...ONE_ENDING, QUERY, ...restricted] },
})
const pages = [pageRules([]), pageRules(BUILDERS, LOCATED)]

/** Function names begin with a verb: `getQuota`, not `quotaOf`. */
const names = {
  files: ['**/*.ts'],
  rules: {
    '@typescript-eslint/naming-convention': [
      'error',
      {
        selector: ['function', 'variable'],
        modifiers: ['exported'],
        format: null,
        custom: { regex: '[a-z]Of$', match: false },
      },
    ],
  },
}

const house = {
  files: ['**/*.ts'],
  rules: {
    '@unicorn/no-await-expression-member': 'off',
    'max-lines': ['error', { max: 320, skipBlankLines: true, skipComments: true }],
  },
}

/**
 * Errors of a promise that isn't awaited are lost, and its writes may run after
 * the response. Queries count as promises, except where they are only built;
 * migrations pass theirs to Lucid. These rules need types.
 */
const FLOATING = '@typescript-eslint/no-floating-promises'
const promises = [
  {
    files: ['**/*.ts', 'bin/*.js'],
    ignores: ['tests/typed_client/**', 'tests/clients/**'],
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: ['bin/*.js'],
          maximumDefaultProjectFileMatchCount_THIS_WILL_SLOW_DOWN_LINTING: 16,
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: { [FLOATING]: 'error' },
  },
  {
    files: ['**/*.ts'],
    ignores: ['tests/**', 'plugins/*/tests/**', '**/database/migrations/**'],
    rules: {
      [FLOATING]: ['error', { checkThenables: true }],
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
]

/** `npm run format:check` runs Prettier on all files; a second run here would take most of the time. */
const formatting = { rules: { 'prettier/prettier': 'off' } }

const specs = {
  files: ['**/*.spec.ts'],
  rules: { 'max-lines': 'off' },
}

export default configApp(
  { ignores: ['.adonisjs/**', 'build/**', 'data/**', 'tmp/**', 'tests/contract/resources.json'] },
  plugins,
  ...layers,
  ...requirements,
  registryClient,
  transactions,
  injection,
  ...pages,
  names,
  house,
  ...promises,
  formatting,
  specs
)
