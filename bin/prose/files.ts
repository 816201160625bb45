/** Files that the prose linter reads, and files that must have no findings. */
import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import type { Pattern } from './pattern.js'
import { PATTERNS } from './rules/index.js'

const KINDS = '**/*.{md,edge,ts,js}'
const NO_SOURCES = new Set(['node_modules', 'build', 'data', 'tmp', '.adonisjs'])

/** Files whose words are data or examples. */
export const EXEMPT: { files: string; reason: string }[] = [
  { files: 'bin/prose/rules/**', reason: 'the patterns and their examples' },
  {
    files: 'plugins/synthetic_archive/case_law/{vocabulary,dockets}.ts',
    reason: 'words of laws and opinions, and names of lawsuits',
  },
  {
    files: 'plugins/federal_records/{public/idb_codes,resources/natures_of_offense}.ts',
    reason: 'code tables of the federal courts',
  },
  {
    files: 'plugins/demo_courts/simulator/programs/claims_activity.ts',
    reason: 'labels of a court page',
  },
  {
    files: 'plugins/fetch/requests/validation.ts',
    reason: 'a message that clients of the modeled service expect',
  },
]

export interface Checked {
  files: string[]
  /** IDs of rules; all rules by default. */
  rules?: string[]
}

/** Fixed terms in pages, documentation, and API descriptions. */
export const GLOSSARY = [
  'username',
  'confirm-password',
  'current-password',
  'check-email',
  'mail',
  'e-mail',
  'remaining',
  'attempts',
  'latency',
  'search-page',
  'home-page',
  'form-problems',
  'website',
  'url',
  'set-up-noun',
  'setup-verb',
  'login-noun',
  'unresolved',
]

/**
 * Files and rules that `npm run lint` checks. Add a folder to the first entry, or a
 * rule to the second, when `npm run lint:prose -- --all` reports no finding for it.
 */
export const CHECKED: Checked[] = [
  {
    files: [
      'CHANGELOG.md',
      'app/**',
      'bin/**',
      'config/**',
      'database/**',
      'plugins/**',
      'resources/**',
      'start/**',
      'tests/bench/**',
      'tests/browser/**',
      'tests/cluster/**',
      'tests/contract/**',
      'tests/court_pages/**',
      'tests/crash/**',
      'tests/fixtures/**',
      'tests/helpers/**',
      'tests/mutations/**',
      'tests/screenshots/**',
      'tests/search/**',
      'tests/simulators/**',
      'tests/system/**',
      'tests/typed_client/**',
      'tests/functional/**',
      'tests/unit/**',
    ],
  },
  {
    files: ['**/*'],
    rules: [
      'told',
      'stands',
      'lies',
      'gives-back',
      'goes-on',
      'put-off',
      'own-accord',
      'behind',
      'indefinite-person',
      'anew',
      'no-news',
      'what-is-there',
      'the-night',
      'in-the-moment',
    ],
  },
  { files: ['**/*.{md,edge}'], rules: GLOSSARY },
]

/** @returns paths of all files with prose, relative to the root of the sources */
export function proseFiles(root: string): string[] {
  return globSync(KINDS, { cwd: root, exclude: (name) => NO_SOURCES.has(name) })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !EXEMPT.some(({ files }) => matchesGlob(file, files)))
    .toSorted()
}

/** @returns patterns that a file must not match */
export function patternsFor(file: string, checked = CHECKED): Pattern[] {
  const sets = checked.filter(({ files }) => files.some((glob) => matchesGlob(file, glob)))
  return PATTERNS.filter(({ id }) => sets.some(({ rules }) => !rules || rules.includes(id)))
}
