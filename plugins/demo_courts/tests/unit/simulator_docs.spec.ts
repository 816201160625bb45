/** Documentation of the simulated courts, and stored pages in tests. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile, mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { accountTable, caseTable, documentTable, type Table } from '../../simulator/describe.js'
import { ONE_TIME_CODES, startSimulator } from '../../simulator/start_simulator.js'
import { COURT_PAGES } from '#tests/helpers/court_pages'
import { simulatedCases } from '../../simulator/cases/cases.js'
import { CourtVisitor } from '../court_visitor.js'
import { readPageKind } from '../read_page_kind.js'

const PAGE = new URL('../../docs/simulated-courts.md', import.meta.url)
const DOCKETS = join(COURT_PAGES, 'pacer/dockets')

/** Rows of the table after a heading. */
function tableIn(text: string, heading: string): string[][] {
  const section = text.split(`## ${heading}\n`)[1].split('\n## ')[0]
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows
    .filter((_, at) => at !== 1)
    .map((row) =>
      row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
    )
}

test.group('simulator: documentation', () => {
  test('lists the {heading} of the model')
    .with([
      { heading: 'Accounts', table: accountTable },
      { heading: 'Cases', table: caseTable },
      { heading: 'Documents', table: documentTable },
    ])
    .run(async ({ assert }, { heading, table }: { heading: string; table: () => Table }) => {
      const { head, rows } = table()
      assert.deepEqual(tableIn(await readFile(PAGE, 'utf8'), heading), [head, ...rows])
    })

  test('lists valid one-time codes', async ({ assert }) => {
    const text = await readFile(PAGE, 'utf8')
    const named = /work once each: (.*), and 15 more/.exec(text)![1].match(/\d{6}/g)
    assert.deepEqual(named, ONE_TIME_CODES.slice(0, 5))
    assert.lengthOf(ONE_TIME_CODES, 20)
  })

  test('contains only cases named "Simulated"', ({ assert }) => {
    for (const { name } of simulatedCases()) assert.match(name, /Simulated/)
  })
})

test.group('simulator: stored pages', (group) => {
  let folder: string

  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'curia-pages-'))
    return () => rm(folder, { recursive: true })
  })

  test('are served by court and case ID in tests', async ({ assert }) => {
    await mkdir(join(folder, 'district'))
    await writeFile(join(folder, 'district', 'akd_555.html'), '<h3>A stored page</h3>')
    const simulator = await startSimulator({ storedDockets: folder })
    try {
      const visitor = new CourtVisitor(simulator)
      await visitor.logIn()
      const ask = (id: string) =>
        visitor.post('https://ecf.akd.uscourts.gov/cgi-bin/DktRpt.pl?1-L_1_0-1', {
          all_case_ids: id,
          date_from: '1/1/1960',
        })
      assert.equal((await ask('555')).text, '<h3>A stored page</h3>')
      assert.equal(await readPageKind(await ask('556'), 'akd'), 'case_not_found')
      assert.equal(await readPageKind(await ask('../district/akd_555'), 'akd'), 'case_not_found')
      assert.equal(await readPageKind(await ask('70101'), 'akd'), 'district_docket')
    } finally {
      await simulator.close()
    }
  })

  test('are served only in tests', async ({ assert }) => {
    const before = process.env.NODE_ENV
    process.env.NODE_ENV = 'production'
    try {
      await assert.rejects(
        () => startSimulator({ storedDockets: folder }),
        'stored court pages are for tests only'
      )
    } finally {
      process.env.NODE_ENV = before
    }
  })

  test('from the corpus are parsed as dockets')
    .skip(!existsSync(DOCKETS), 'the corpus of court pages is missing')
    .run(async ({ assert }) => {
      const simulator = await startSimulator({ storedDockets: DOCKETS })
      try {
        const visitor = new CourtVisitor(simulator)
        await visitor.logIn()
        const files = (await readdir(join(DOCKETS, 'bankruptcy'))).filter((name) =>
          /^[a-z]+b_\d+\.html$/.test(name)
        )
        assert.isAbove(files.length, 20)
        for (const file of files.slice(0, 20)) {
          const [court, id] = file.replace('.html', '').split('_')
          const answer = await visitor.post(
            `https://ecf.${court}.uscourts.gov/cgi-bin/DktRpt.pl?1-L_1_0-1`,
            { all_case_ids: id, date_from: '1/1/1960' }
          )
          assert.equal(await readPageKind(answer, court), 'bankruptcy_docket')
        }
      } finally {
        await simulator.close()
      }
    })
})
