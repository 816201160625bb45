import { configApp } from '@adonisjs/eslint-config'

/** Plugins build on app/, never the other way; plugins know each other only through `requires` and events. */
const boundaries = [
  {
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
  },
  {
    files: ['**/*.ts'],
    rules: {
      '@unicorn/no-await-expression-member': 'off',
      'max-lines': ['warn', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
]

export default configApp(
  { ignores: ['.adonisjs/**', 'build/**', 'data/**', 'tests/contract/resources.json'] },
  ...boundaries
)
