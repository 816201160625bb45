/** Files must be neither fragments nor too long. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { test } from '@japa/runner'
import { importedBy, sources } from '#tests/helpers/import_graph'
import { ROOT } from '#tests/helpers/server_process'

/** Maximum number of files; raised from 1,600 for the change feed, mirrors, exports, and history. */
const MOST_FILES = 1_740
/** Minimum median number of lines per file. */
const MEDIAN = 70
/** Maximum number of lines per file. */
const LONGEST = 320
/** A file of at most this many lines belongs in its only importer in the same folder … */
const FRAGMENT = 60
/** … unless that would have more lines than this. */
const JOINED = 250

/** Files that contain only lists of routes, exports, or settings. */
const LISTS = /^(routes|public|plugin|provider|settings)\.ts$/

/** Allowed fragments, with reasons. */
const KEPT: Record<string, string> = {
  'app/boot/background.ts': 'the worker process loads it, too',
  'app/support/tracing/sampler_names.ts': 'the settings need the names without the library',
  'app/boot/cluster/restart_delay.ts': 'the supervisor in bin/ loads it without the rest',
  'app/citations/constitution_forms.ts': 'one kind of law, as its neighbors',
  'app/citations/regulation_forms.ts': 'one kind of law, as its neighbors',
  'app/citations/report_forms.ts': 'one kind of citation, as its neighbors',
  'app/citations/session_forms.ts': 'one kind of law, as its neighbors',
  'app/court_pages/creditor_list.ts': 'one kind of page, as its neighbors',
  'app/search_engine/semantic/token_estimate.ts': 'counts tokens for any model',
  'plugins/synthetic_archive/oral_arguments.ts': 'one data set, as its neighbors',
}

const files = ['app', 'plugins']
  .flatMap(sources)
  .map((file) => relative(ROOT, file))
  .filter((file) => !/(^|\/)tests\//.test(file))

const linesOf = (file: string) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1

test.group('file sizes', () => {
  test('there are few files', ({ assert }) => {
    assert.isAtMost(files.length, MOST_FILES)
  })

  test('half of the files have enough lines', ({ assert }) => {
    const lines = files.map(linesOf).sort((one, other) => one - other)
    assert.isAtLeast(lines[Math.floor(lines.length / 2)]!, MEDIAN)
  })

  test('no file is too long', ({ assert }) => {
    assert.deepEqual(
      files.filter((file) => linesOf(file) > LONGEST),
      []
    )
  })

  test('no file is a fragment of its only importer', ({ assert }) => {
    const importers = new Map<string, Set<string>>()
    for (const file of files)
      for (const path of importedBy(join(ROOT, file))) {
        const imported = relative(ROOT, path)
        importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
      }
    const fragments = files.filter((file) => {
      const [importer, ...others] = importers.get(file) ?? []
      return (
        importer !== undefined &&
        others.length === 0 &&
        dirname(importer) === dirname(file) &&
        !LISTS.test(basename(importer)) &&
        !LISTS.test(basename(file)) &&
        linesOf(file) <= FRAGMENT &&
        linesOf(file) + linesOf(importer) <= JOINED &&
        !isLazy(importer, file)
      )
    })
    assert.sameMembers(fragments, Object.keys(KEPT))
  })
})

/** Whether the importer loads the file on demand. */
function isLazy(importer: string, file: string): boolean {
  const source = readFileSync(join(ROOT, importer), 'utf8')
  return source.includes(`import('./${basename(file, '.ts')}.js')`)
}
