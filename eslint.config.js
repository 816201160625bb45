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
  house,
  specs
)
