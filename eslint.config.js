import { configApp } from '@adonisjs/eslint-config'

/** Plugins build on app/, never the other way; plugins know each other only through `requires` and events. */
const boundaries = {
  files: ['app/**/*.ts', 'config/**/*.ts', 'start/**/*.ts', 'database/**/*.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { group: ['#plugins/*', '**/plugins/**'], message: 'app/ must not know any plugin.' },
        ],
      },
    ],
  },
}

/** A transaction ends in app/database only, where COMMIT is confirmed by the server. */
const TRANSACTION_STATEMENT = String.raw`/^\s*(BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK)\b(?!\s+TO\b)/i`
const SENDS = 'CallExpression[callee.property.name=/^(query|rawQuery|raw|executeSql)$/]'
const NOT_CONFIRMED =
  'Use database.transaction, or inTransaction of #app/database/transaction: both resolve only after the server has confirmed COMMIT.'
const transactions = {
  files: ['app/**/*.ts', 'plugins/**/*.ts', 'config/**/*.ts', 'start/**/*.ts', 'database/**/*.ts'],
  ignores: ['app/database/**', '**/*.spec.ts'],
  rules: {
    'no-restricted-syntax': [
      'error',
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

const specs = {
  files: ['**/*.spec.ts'],
  rules: { 'max-lines': 'off' },
}

export default configApp(
  { ignores: ['.adonisjs/**', 'build/**', 'data/**', 'tmp/**', 'tests/contract/resources.json'] },
  boundaries,
  transactions,
  house,
  specs
)
