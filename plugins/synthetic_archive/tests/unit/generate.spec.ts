import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { defineBulkTable, type BulkTable } from '#app/bulk/define_bulk_table'
import { loadHost } from '#core/plugin_loader'
import { writeArchive, CsvText } from '../../writing/archive.js'
import { GENERATORS } from '../../generators.js'
import { BulkError } from '#plugins/bulk_data/import/bulk_error'
import { hasSystemBzip2 } from '#plugins/bulk_data/import/bulk_file'
import { CsvScanner } from '#plugins/bulk_data/import/csv_scanner'
import { readValues } from '#plugins/bulk_data/import/row_check'

const DATE = '2024-05-01'

const FILES = JSON.parse(
  readFileSync(new URL('../../../../tests/contract/bulk_files.json', import.meta.url), 'utf8')
) as Record<string, string[]>

/** Headers of the case-law files. */
const HEADERS = Object.fromEntries(
  [
    'courts',
    'dockets',
    'opinion-clusters',
    'opinions',
    'courthouses',
    'court-appeals-to',
    'citation-map',
    'citations',
    'parentheticals',
    'unmatched-citations',
  ].map((stem) => [stem, FILES[stem]!.join(',')])
)

/** Nullable columns of the public files. All others require a value. */
const NULLABLE: Record<string, string> = {
  'courts':
    'pacer_court_id pacer_has_rss_feed date_last_pacer_contact start_date end_date parent_court_id',
  'dockets':
    'date_last_index date_cert_granted date_cert_denied date_argued date_reargued date_reargument_denied date_filed date_terminated date_last_filing docket_number pacer_case_id ia_upload_failure_count ia_needs_upload ia_date_first_change date_blocked appeal_from_id assigned_to_id idb_data_id originating_court_information_id referred_to_id federal_defendant_number parent_docket_id',
  'opinion-clusters':
    'slug scdb_decision_direction scdb_votes_majority scdb_votes_minority date_blocked',
  'opinions': 'page_count download_url author_id',
  'courthouses': 'court_seat',
  'parentheticals': 'group_id',
  'unmatched-citations': 'year',
}

/** Foreign keys: file, column, referenced file. */
const KEYS: [file: string, column: string, parent: string][] = [
  ['courts', 'parent_court_id', 'courts'],
  ['courthouses', 'court_id', 'courts'],
  ['court-appeals-to', 'from_court_id', 'courts'],
  ['court-appeals-to', 'to_court_id', 'courts'],
  ['dockets', 'court_id', 'courts'],
  ['dockets', 'appeal_from_id', 'courts'],
  ['dockets', 'parent_docket_id', 'dockets'],
  ['opinion-clusters', 'docket_id', 'dockets'],
  ['opinions', 'cluster_id', 'opinion-clusters'],
  ['citations', 'cluster_id', 'opinion-clusters'],
  ['citation-map', 'cited_opinion_id', 'opinions'],
  ['citation-map', 'citing_opinion_id', 'opinions'],
  ['parentheticals', 'described_opinion_id', 'opinions'],
  ['parentheticals', 'describing_opinion_id', 'opinions'],
  ['unmatched-citations', 'citing_opinion_id', 'opinions'],
]

/** Unique keys of the files. */
const UNIQUES: [file: string, columns: string[]][] = [
  ...Object.keys(HEADERS).map((file): [string, string[]] => [file, ['id']]),
  ['citations', ['cluster_id', 'volume', 'reporter', 'page']],
  ['citations', ['volume', 'reporter', 'page']],
  ['citation-map', ['citing_opinion_id', 'cited_opinion_id']],
  ['court-appeals-to', ['from_court_id', 'to_court_id']],
]

type Row = Record<string, string | null>

async function caseLawTables(): Promise<BulkTable[]> {
  const { bulkTables } = await loadHost()
  return bulkTables
    .filter(({ plugin }) => plugin === 'case_law')
    .map(({ declaration }) => declaration)
}

async function write(
  folder: string,
  options: { dockets?: number; seed?: number; compress?: boolean } = {}
) {
  const tables = await caseLawTables()
  return writeArchive({ tables, dockets: 2000, seed: 1, date: DATE, folder, ...options })
}

function read(folder: string, stem: string): { header: string; rows: Row[] } {
  const scanner = new CsvScanner()
  const records = [
    ...scanner.push(readFileSync(join(folder, `${stem}-${DATE}.csv`))),
    ...scanner.finish(),
  ]
  const [header, ...rows] = records.map(({ text }) => text)
  const columns = header!.split(',')
  return {
    header: header!,
    rows: rows.map((row) =>
      Object.fromEntries(readValues(row).map((value, index) => [columns[index]!, value]))
    ),
  }
}

test.group('text of generated rows', () => {
  test('quotes all values except null', ({ assert }) => {
    const text = new CsvText({})
    text.add({ id: 1, blank: '', missing: null, yes: true, no: false, score: 0.5 })
    assert.equal(text.take().toString(), 'id,blank,missing,yes,no,score\n"1","",,"t","f","0.5"\n')
  })

  test('escapes quotes and backslashes and keeps newlines', ({ assert }) => {
    const text = new CsvText({})
    text.add({ id: 1, text: 'a "b" \\ c\nd, é' })
    assert.equal(text.take().toString(), 'id,text\n"1","a \\"b\\" \\\\ c\nd, é"\n')
  })

  test('uses the column names of the public files', ({ assert }) => {
    const text = new CsvText({ renames: { theirs: 'ours' } })
    text.add({ id: 1, ours: 'x' })
    assert.equal(text.take().toString(), 'id,theirs\n"1","x"\n')
  })

  test('rejects a row with a missing column', ({ assert }) => {
    const text = new CsvText({})
    text.add({ id: 1, name: 'x' })
    assert.throws(() => text.add({ id: 2 }), /without column "name"/)
  })
})

test.group('synthetic archive', (group) => {
  let folder: string
  group.setup(async () => {
    folder = mkdtempSync(join(tmpdir(), 'curia-generate-'))
    await write(folder)
    return () => rmSync(folder, { recursive: true, force: true })
  })

  test('writes one file per table and leaves no temporary files', async ({ assert }) => {
    const tables = (await caseLawTables()).filter(({ stem }) => stem in GENERATORS)
    assert.includeMembers(
      tables.map(({ stem }) => stem),
      Object.keys(HEADERS)
    )
    const files = tables.map(({ stem }) => `${stem}-${DATE}.csv`)
    assert.sameMembers(readdirSync(folder), files)
  })

  test('{$self}: columns of the public file')
    .with(Object.keys(HEADERS))
    .run(({ assert }, stem) => {
      const { header, rows } = read(folder, stem)
      assert.equal(header, HEADERS[stem])
      assert.isNotEmpty(rows)
    })

  test('{$self}: no null in required columns')
    .with(Object.keys(HEADERS))
    .run(({ assert }, stem) => {
      const nullable = (NULLABLE[stem] ?? '').split(' ')
      const required = HEADERS[stem]!.split(',').filter((column) => !nullable.includes(column))
      const bad = read(folder, stem).rows.flatMap((row) =>
        required.filter((column) => row[column] === null)
      )
      assert.isEmpty(bad)
    })

  test('has the requested number of rows', ({ assert }) => {
    const count = (stem: string) => read(folder, stem).rows.length
    assert.equal(count('dockets'), 2000)
    assert.equal(count('opinion-clusters'), 400)
    assert.equal(count('opinions'), 416)
    assert.equal(count('parentheticals'), 40)
    assert.approximately(count('citations'), 800, 120)
    assert.approximately(count('citation-map'), 2080, 500)
  })

  test('has no unresolved foreign keys', ({ assert }) => {
    for (const [file, column, parent] of KEYS) {
      const keys = new Set(read(folder, parent).rows.map(({ id }) => id))
      const named = read(folder, file).rows.flatMap((row) => row[column] ?? [])
      assert.isNotEmpty(named, `${file}.${column}`)
      assert.isEmpty(
        named.filter((key) => !keys.has(key)),
        `${file}.${column}`
      )
    }
  })

  test('has no duplicate keys', ({ assert }) => {
    for (const [file, columns] of UNIQUES) {
      const values = read(folder, file).rows.map((row) =>
        columns.map((column) => row[column]).join('\n')
      )
      assert.equal(new Set(values).size, values.length, `${file}: ${columns.join(', ')}`)
    }
  })

  test('cites only earlier decisions and counts the citations', ({ assert }) => {
    const clusters = new Map(read(folder, 'opinion-clusters').rows.map((row) => [row.id, row]))
    const clusterOf = new Map(
      read(folder, 'opinions').rows.map(({ id, cluster_id: cluster }) => [
        id,
        clusters.get(cluster!)!,
      ])
    )
    const counts = new Map<Row, number>()
    for (const edge of read(folder, 'citation-map').rows) {
      const cited = clusterOf.get(edge.cited_opinion_id!)!
      assert.isTrue(clusterOf.get(edge.citing_opinion_id!)!.date_filed! > cited.date_filed!)
      counts.set(cited, (counts.get(cited) ?? 0) + 1)
    }
    for (const cluster of clusters.values()) {
      assert.equal(Number(cluster.citation_count), counts.get(cluster) ?? 0)
    }
  })

  test('links exactly the cited opinions in the texts', ({ assert }) => {
    const opinions = read(folder, 'opinions').rows
    const clusterOf = new Map(opinions.map(({ id, cluster_id: cluster }) => [id, cluster!]))
    const cited = new Map<string, string[]>()
    for (const edge of read(folder, 'citation-map').rows) {
      const list = cited.get(edge.citing_opinion_id!) ?? []
      cited.set(edge.citing_opinion_id!, [...list, clusterOf.get(edge.cited_opinion_id)!])
    }
    for (const { id, html_with_citations: html } of opinions) {
      const linked = [...html!.matchAll(/href="\/opinion\/(\d+)\//g)].map(([, cluster]) => cluster!)
      assert.sameMembers(linked, cited.get(id!) ?? [])
    }
  })

  test('respects the maximum lengths of the API', ({ assert }) => {
    const longest = (stem: string, column: string) =>
      Math.max(...read(folder, stem).rows.map((row) => (row[column] ?? '').length))
    assert.isAtMost(longest('dockets', 'slug'), 75)
    assert.isAtMost(longest('dockets', 'docket_number_core'), 20)
    assert.isAtMost(longest('opinion-clusters', 'slug'), 75)
    assert.isAtMost(longest('opinions', 'local_path'), 100)
  })

  test('creates rows before it modifies them', ({ assert }) => {
    for (const stem of ['dockets', 'opinion-clusters', 'opinions', 'citations']) {
      for (const row of read(folder, stem).rows) {
        assert.isAtMost(
          Date.parse(row.date_created!),
          Date.parse(row.date_modified!),
          `${stem} ${row.id}`
        )
        assert.match(row.date_created!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/)
      }
    }
  })
})

test.group('archive files', (group) => {
  let folder: string
  group.each.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'curia-generate-'))
    return () => rmSync(folder, { recursive: true, force: true })
  })

  const bytes = (path: string) =>
    Object.fromEntries(
      readdirSync(path).map((name) => [name, readFileSync(join(path, name)).toString('latin1')])
    )

  test('writes identical files only for the same seed', async ({ assert }) => {
    const [first, second, other] = ['a', 'b', 'c'].map((name) => join(folder, name))
    await write(first!, { dockets: 300 })
    await write(second!, { dockets: 300 })
    await write(other!, { dockets: 300, seed: 2 })
    assert.deepEqual(bytes(first!), bytes(second!))
    assert.notEqual(bytes(first!)[`dockets-${DATE}.csv`], bytes(other!)[`dockets-${DATE}.csv`])
  })

  test('has no unresolved foreign keys when the last run is incomplete', async ({ assert }) => {
    for (const dockets of [100, 113, 119, 126]) {
      await write(folder, { dockets })
      const keys = new Set(read(folder, 'dockets').rows.map(({ id }) => id))
      const clusters = read(folder, 'opinion-clusters').rows
      assert.lengthOf(clusters, Math.floor(dockets / 5))
      assert.isEmpty(clusters.filter((row) => !keys.has(row.docket_id!)))
      const owners = new Set(read(folder, 'opinions').rows.map((row) => row.cluster_id))
      assert.sameMembers(
        [...owners],
        clusters.map(({ id }) => id!)
      )
    }
  })

  test('compressed files contain the same text', async ({ assert }) => {
    await write(folder, { dockets: 200, compress: true })
    const { openFile, inspectFile } = await import('#plugins/bulk_data/import/bulk_file')
    const file = await inspectFile(join(folder, `dockets-${DATE}.csv.bz2`))
    const pieces = await openFile(file, 0).stream.toArray()
    await write(join(folder, 'plain'), { dockets: 200 })
    const plain = readFileSync(join(folder, 'plain', `dockets-${DATE}.csv`), 'utf8')
    assert.equal(Buffer.concat(pieces).toString(), plain)
  }).skip(!hasSystemBzip2(), 'bzip2 is not installed')

  test('deletes the file when a generator fails', async ({ assert }) => {
    const broken = defineBulkTable({
      stem: 'broken',
      table: 'broken',
    })
    const generators = {
      *broken() {
        yield { id: 1 }
        throw new Error('out of rows')
      },
    }
    const options = {
      tables: [broken],
      generators: { broken: { rows: generators.broken } },
      dockets: 100,
      seed: 1,
      date: DATE,
      folder,
    }
    await assert.rejects(() => writeArchive(options), 'out of rows')
    assert.isEmpty(readdirSync(folder))
  })

  test('rejects invalid options', async ({ assert }) => {
    const refused = async (options: object) => {
      const attempt = writeArchive({
        tables: [],
        dockets: 100,
        seed: 1,
        date: DATE,
        folder,
        ...options,
      })
      assert.instanceOf(await attempt.catch((error) => error), BulkError)
    }
    await refused({ dockets: 99 })
    await refused({ dockets: Number.NaN })
    await refused({ seed: -1 })
    await refused({ date: '2024-02-30' })
    await refused({ folder: '/dev/null/archive' })
  })
})
