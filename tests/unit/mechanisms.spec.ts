/** The pages on architecture and mechanisms match the code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { readCursorText, encodeCursor } from '#api/pagination/cursor'
import { decideAdmission } from '#app/throttle/admission'
import { Ledger } from '#app/throttle/ledger'
import { parseRate } from '#app/throttle/rate'
import { ROOT } from '#tests/helpers/server_process'

const page = (name: string) => readFileSync(join(ROOT, 'resources/docs', `${name}.md`), 'utf8')

/** Files and folders of the project. */
const FOLDERS = ['app', 'bin', 'config', 'database', 'plugins', 'resources', 'start', 'tests']
const PATHS = [
  'adonisrc.ts',
  ...FOLDERS.flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true }).map((path) => join(top, String(path)))
  ),
]

test.group('internals documentation', () => {
  test('{$self} names existing files')
    .with(['architecture', 'mechanisms', 'first-change', 'first-data-set', 'glossary'])
    .run(({ assert }, name) => {
      const prose = page(name).replaceAll(/```[^]*?```/g, '')
      const named = [...prose.matchAll(/`((?:[\w-]+\/)*\w[\w.-]*\.(?:ts|js|json|css|edge|tsv))`/g)]
        .map(([, path]) => path!)
        .filter((path) => !/^plugins\/(reading_notes|statutes)\/|^tmp\//.test(path))
      const missing = named.filter(
        (path) => !PATHS.some((existing) => existing === path || existing.endsWith(`/${path}`))
      )
      assert.deepEqual(missing, [])
    })

  test('{$self} imports existing modules')
    .with(['architecture', 'mechanisms', 'first-change', 'first-data-set'])
    .run(({ assert }, name) => {
      const imported = [...page(name).matchAll(/#(app|api|core|tests|plugins)(\/[\w/]+)/g)]
        .map(([, alias, path]) => (/api|core/.test(alias!) ? `app/${alias}` : alias) + path!)
        .filter((path) => !/^plugins\/(reading_notes|statutes)\//.test(path))
      const missing = imported.filter((path) => !PATHS.includes(`${path}.ts`))
      assert.deepEqual(missing, [])
    })

  test('the example cursor is valid', ({ assert }) => {
    const created = { name: 'date_created', descending: true }
    const row = { position: '2024-05-01T12:00:00.123456Z', key: '20', backwards: false }
    const text = encodeCursor(created as Parameters<typeof encodeCursor>[0], row)
    assert.include(page('mechanisms'), JSON.stringify(readCursorText(text)))
  })

  test('the example ledger gives the documented decisions', ({ assert }) => {
    const row = (label: string) =>
      page('mechanisms').match(new RegExp(`^${label}\\s+(.+)$`, 'm'))![1]!
    const times = [...row('time').matchAll(/(\d+) s/g)].map(([, seconds]) => Number(seconds))
    const ledger = new Ledger()
    const charge = { scope: 'user', rates: ['2/min', '3/hour'].map(parseRate), cost: 1 }
    const decisions = times.map((seconds) =>
      decideAdmission(
        ledger,
        { charges: [charge], counted: true },
        Date.UTC(2026, 0, 1) + seconds * 1000
      )
    )
    const shown = (values: unknown[]) => values.join(' ')
    assert.equal(
      row('request').replaceAll(/\s+/g, ' '),
      shown(decisions.map(({ refusedBy }) => (refusedBy ? '-' : '+')))
    )
    for (const [place, label] of ['minute', 'hour'].entries())
      assert.equal(
        row(label)
          .replace(/ of \d$/, '')
          .trim()
          .replaceAll(/\s+/g, ' '),
        shown(decisions.map(({ windows }) => windows[place]!.used))
      )
  })
})
