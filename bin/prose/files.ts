/** Files that the prose linter reads. */
import { globSync } from 'node:fs'
import { extname, matchesGlob } from 'node:path'

const KINDS = ['.md', '.edge', '.ts', '.js']
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
    files: 'app/court_pages/coverage/{docket,message,report}_phrases.ts',
    reason: 'texts that courts print',
  },
  {
    files: 'plugins/fetch/requests/validation.ts',
    reason: 'a message that clients of the modeled service expect',
  },
]

/** IDs of the rules about fixed terms in pages, documentation, and API descriptions. */
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

/** Whether a file has a kind that the linter reads. */
export function isProse(file: string): boolean {
  return KINDS.includes(extname(file))
}

/** @returns paths of all files with prose, relative to the root of the sources */
export function proseFiles(root: string): string[] {
  return globSync(`**/*{${KINDS.join()}}`, { cwd: root, exclude: (name) => NO_SOURCES.has(name) })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !EXEMPT.some(({ files }) => matchesGlob(file, files)))
    .toSorted()
}
