import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'
import pg from 'pg'
import { decodeStoredNames } from '#app/database/decode_names'
import { DEFAULT_FIRST_KEY } from '#app/database/local_keys'
import { GENERATORS } from '#plugins/synthetic_archive/generators'
import { writeArchive } from '#plugins/synthetic_archive/writing/archive'
import { hasSystemBzip2 } from '../../import/bulk_file.js'
import { Interrupted } from '#app/support/interrupted'
import { sampleFiles, sampleFolder } from '../../import/sample.js'
import { line, useImports } from '../use_imports.js'
import { PluginHost } from '#core/plugin_host'

const COURT =
  'id,pacer_court_id,pacer_has_rss_feed,pacer_rss_entry_types,date_last_pacer_contact,fjc_court_id,date_modified,in_use,has_opinion_scraper,has_oral_argument_scraper,position,citation_string,short_name,full_name,url,start_date,end_date,jurisdiction,notes,parent_court_id'
const CITATION = 'id,volume,reporter,page,type,cluster_id,date_created,date_modified'
const EDGE = 'id,depth,cited_opinion_id,citing_opinion_id'

const court = (id: string, changes: Record<string, string | null> = {}) => {
  const row: Record<string, string | null> = {
    id,
    pacer_court_id: null,
    pacer_has_rss_feed: 't',
    pacer_rss_entry_types: '',
    date_last_pacer_contact: null,
    fjc_court_id: '',
    date_modified: '2024-05-01 12:00:00.123456+00',
    in_use: 't',
    has_opinion_scraper: 'f',
    has_oral_argument_scraper: 'f',
    position: '1.5',
    citation_string: id,
    short_name: `Court ${id}`,
    full_name: `Court of ${id}`,
    url: '',
    start_date: '1900-01-01',
    end_date: null,
    jurisdiction: 'F',
    notes: '',
    parent_court_id: null,
    ...changes,
  }
  return Object.values(row)
}

test.group('bulk:import', (group) => {
  const bench = useImports(group)
  const { file, raw, run, rows, refusals, sample } = bench
  const ALL = [
    'citations',
    'opinions',
    'courts',
    'parentheticals',
    'citation-map',
    'dockets',
    'court-appeals-to',
    'opinion-clusters',
    'courthouses',
  ]

  test('imports the sample in any order; a second run changes nothing', async ({ assert }) => {
    const first = await run(sample(ALL))
    assert.deepEqual(
      first.map(({ file: name, refused }) => [name, refused]),
      [
        ['courts.csv', 0],
        ['dockets.csv', 0],
        ['opinion-clusters.csv', 0],
        ['opinions.csv', 0],
        ['courthouses.csv', 0],
        ['court-appeals-to.csv', 0],
        ['citation-map.csv', 0],
        ['citations.csv', 0],
        ['parentheticals.csv', 0],
      ]
    )
    assert.isTrue(first.every(({ rowsRead, added }) => rowsRead > 0 && rowsRead === added))
    const [{ opinions }] = await rows('SELECT count(*)::int AS opinions FROM opinions')
    assert.equal(opinions, first.find(({ file: name }) => name === 'opinions.csv')!.rowsRead)

    const second = await run(sample(ALL))
    for (const { added, changed, removed, refused } of second) {
      assert.deepEqual(
        { added, changed, removed, refused },
        { added: 0, changed: 0, removed: 0, refused: 0 }
      )
    }
    assert.deepEqual(await rows(`SELECT 1 FROM pg_class WHERE relname LIKE 'bulk_staging%'`), [])
  })

  test('preserves all characters and distinguishes null from empty text', async ({ assert }) => {
    const name = 'Quote " back \\ slash,\ncomma and \r\n line, ünï→𝄞'
    await run([
      file('courts-2024-01-01.csv', COURT, [court('a', { full_name: name, notes: '\\"' })]),
    ])
    const [row] = await rows(
      'SELECT full_name, notes, url, end_date, date_modified::text, registry_has_rss_feed FROM courts'
    )
    assert.deepEqual(row, {
      full_name: name,
      notes: '\\"',
      url: '',
      end_date: null,
      date_modified: '2024-05-01 12:00:00.123456+00',
      registry_has_rss_feed: true,
    })
  })

  test('accepts a byte order mark, Windows line ends, and a missing last newline', async ({
    assert,
  }) => {
    const text = `\uFEFF${COURT}\r\n${line(court('a'))}\r\n${line(court('b', { position: '2' }))}`
    const [result] = await run([raw('courts-2024-01-01.csv', text)])
    assert.equal(result!.added, 2)
    assert.equal(result!.refused, 0)
  })

  test('newer files update rows that differ; older files are rejected', async ({ assert }) => {
    await run([file('courts-2024-01-01.csv', COURT, [court('a'), court('b'), court('c')])])
    const newer = file('courts-2024-02-01.csv', COURT, [
      court('a', { notes: 'new' }),
      court('b'),
      court('d'),
    ])
    const [result] = await run([newer])
    assert.containsSubset(result, { added: 1, changed: 1, removed: 0 })
    assert.deepEqual(
      (await rows('SELECT id FROM courts ORDER BY id')).map(({ id }) => id),
      ['a', 'b', 'c', 'd']
    )

    const older = file('courts-2023-12-31.csv', COURT, [court('a')])
    await assert.rejects(
      () => run([older]),
      /courts-2023-12-31\.csv is older than courts-2024-02-01\.csv/
    )
    const [taken] = await run([older], { allowOlder: true })
    assert.equal(taken!.changed, 1)
  })

  test('--prune removes unlisted rows; join tables are always replaced', async ({ assert }) => {
    await run([
      file(
        'courts-2024-01-01.csv',
        COURT,
        ['a', 'b', 'c'].map((id) => court(id))
      ),
    ])
    const header = 'id,from_court_id,to_court_id'
    await run([
      file('court-appeals-to-2024-01-01.csv', header, [
        ['1', 'a', 'b'],
        ['2', 'b', 'c'],
      ]),
    ])
    const [replaced] = await run([
      file('court-appeals-to-2024-02-01.csv', header, [
        ['1', 'a', 'b'],
        ['3', 'a', 'c'],
      ]),
    ])
    assert.containsSubset(replaced, { added: 1, changed: 0, removed: 1 })
    const [pruned] = await run([file('courts-2024-03-01.csv', COURT, [court('a'), court('b')])], {
      prune: true,
    })
    assert.equal(pruned!.removed, 1)
  })

  test('--prune keeps local rows', async ({ assert }) => {
    const header =
      'id,court_seat,building_name,address1,address2,city,county,state,zip_code,country_code,court_id'
    const house = (id: string) => [id, 't', `Building ${id}`, '', '', '', '', 'NY', '', 'US', 'a']
    const houses = (date: string, ids: string[]) =>
      file(`courthouses-${date}.csv`, header, ids.map(house))
    await run([file('courts-2024-01-01.csv', COURT, [court('a')])])
    await run([houses('2024-01-01', ['1', '2'])])
    await rows(
      `INSERT INTO courthouses (building_name, country_code, court_id) VALUES ('Ours', 'US', 'a')`
    )
    const [pruned] = await run([houses('2024-02-01', ['1'])], { prune: true })
    assert.equal(pruned!.removed, 1)
    assert.deepEqual(await rows('SELECT building_name FROM courthouses ORDER BY id'), [
      { building_name: 'Building 1' },
      { building_name: 'Ours' },
    ])
  })

  test('rejects a header with missing, unknown, or duplicate columns', async ({ assert }) => {
    const names = COURT.split(',')
    const wrong = file(
      'courts-2024-01-01.csv',
      [...names.filter((name) => name !== 'pacer_court_id'), 'extra', 'notes'].join(','),
      []
    )
    await assert.rejects(
      () => run([wrong]),
      'courts-2024-01-01.csv, line 1: column pacer_court_id is missing; column extra is unknown; duplicate column notes'
    )
    await assert.rejects(
      () => run([raw('courts-2024-01-01.csv', '')]),
      /courts-2024-01-01\.csv is empty/
    )
    await assert.rejects(
      () => run([raw('cuorts-2024-01-01.csv', COURT)]),
      /no plugin accepts files named "cuorts"\. Supported: .*courts/
    )
    await assert.rejects(
      () => run([raw('courts.txt', COURT)]),
      /courts\.txt is not the name of a bulk data file/
    )
    await assert.rejects(
      () => run([join(bench.folder, 'dockets-2024-01-01.csv')]),
      /cannot read .*dockets-2024-01-01\.csv/
    )
    await assert.rejects(
      () => run([raw('courts-2028-99-99.csv', COURT)]),
      'courts-2028-99-99.csv: "2028-99-99" is not a valid date'
    )
    await assert.rejects(
      () => run([raw('courts-2023-02-29.csv.bz2', COURT)]),
      'courts-2023-02-29.csv.bz2: "2023-02-29" is not a valid date'
    )
    for (const name of ['dockets.csv', 'courts-2024-01-01.csv.bz2']) {
      const path = join(bench.folder, name)
      mkdirSync(path)
      await assert.rejects(() => run([path]), `cannot read ${path}: it is not a file`)
    }
    await assert.rejects(
      () =>
        run([file('courts-2024-01-01.csv', COURT, []), file('courts-2024-01-02.csv', COURT, [])]),
      /are for the same table/
    )
  })

  test('rejects invalid rows with line and column and imports the others', async ({ assert }) => {
    const good = court('good', { notes: 'two\nlines' })
    const text = [
      COURT,
      line(good), // lines 2 and 3
      line(court('b', { position: 'first' })), // 4
      line(court('c', { start_date: '2024-02-30' })), // 5
      line(court('d', { date_modified: 'yesterday' })), // 6
      line(court('e', { in_use: 'maybe' })), // 7
      line(court('f', { pacer_court_id: '99999' })), // 8
      line(court('g').slice(0, 5)), // 9
      line([...court('h'), 'more']), // 10
      line(court('i', { position: null })), // 11
      line(court('good', { notes: 'again' })), // 12
      line(court('j', { jurisdiction: null })), // 13: a text column is blank, not null
      line(court('last')), // 14
    ].join('\n')
    const bytes = Buffer.concat([
      Buffer.from(`${text}\n`),
      Buffer.from([0x22, 0xff, 0x22]),
      Buffer.from(`${line(court('x')).slice(3)}\n"open`),
    ])
    const [result] = await run([raw('courts-2024-01-01.csv', bytes)])

    assert.deepEqual(
      (await rows('SELECT id FROM courts ORDER BY id')).map(({ id }) => id),
      ['good', 'j', 'last']
    )
    assert.deepEqual(
      (await refusals()).map(({ line: at, column }) => [at, column]),
      [
        [4, 'position'],
        [5, 'start_date'],
        [6, 'date_modified'],
        [7, 'in_use'],
        [8, 'registry_court_id'],
        [9, 'fjc_court_id'],
        [10, null],
        [11, 'position'],
        [12, 'id'],
        [15, 'id'],
        [16, null],
      ]
    )
    assert.equal(result!.refused, 11)
    assert.equal(result!.rowsRead, 14)
    assert.equal(result!.examples[0]!.reason, '"first" is not a number')
  })

  test('rejects codes that do not exist and imports the others', async ({ assert }) => {
    const citation = (id: number, type: string) => [
      ...[String(id), '1', 'U.S.', String(id), type, '1026'],
      ...['2024-05-01 12:00:00+00', '2024-05-01 12:00:00+00'],
    ]
    const citations = [citation(1, '1'), citation(2, '99'), citation(3, '')]
    const [courts] = await run([
      file('courts-2024-01-01.csv', COURT, [
        court('a'),
        court('b', { jurisdiction: 'ZZ' }),
        court('c', { jurisdiction: '' }),
      ]),
      file('citations-2024-01-01.csv', CITATION, citations),
    ])
    assert.equal(courts!.refused, 1)
    assert.deepEqual(
      (await rows('SELECT id FROM courts ORDER BY id')).map(({ id }) => id),
      ['a', 'c']
    )
    const listed = await refusals()
    assert.includeDeepMembers(
      listed.map(({ column, reason }) => [column, String(reason).split(' is ')[0]]),
      [
        ['jurisdiction', '"ZZ"'],
        ['type', '"99"'],
      ]
    )
    assert.match(listed.find(({ column }) => column === 'type')!.reason, /codes: 1, 2, 3/)
  })

  test('decodes character references in names only', async ({ assert }) => {
    const school = (id: number, name: string) => [
      ...[String(id), '2024-05-01 12:00:00+00', '2024-05-01 12:00:00+00'],
      ...[name, null, null],
    ]
    const names = [
      ['St. Mary&rsquo;s', 'St. Mary’s'],
      ['A&amp;M', 'A&M'],
      ['A&amp;amp;rsquo;s', 'A’s'],
      ['AT&T; Co., &quot;Law&quot; \\ School', 'AT&T; Co., "Law" \\ School'],
      ['Caf&#233; &#x2019;', 'Café ’'],
      ['Plain & Simple', 'Plain & Simple'],
    ]
    await run([
      file(
        'people-db-schools-2024-01-01.csv',
        'id,date_created,date_modified,name,ein,is_alias_of_id',
        names.map(([name], at) => school(at + 1, name!))
      ),
      file('courts-2024-01-01.csv', COURT, [court('a', { notes: 'R&amp;D' })]),
    ])
    assert.deepEqual(
      (await rows('SELECT name FROM schools ORDER BY id')).map(({ name }) => name),
      names.map(([, name]) => name)
    )
    assert.equal((await rows('SELECT notes FROM courts'))[0].notes, 'R&amp;D')
  })

  test('a migration decodes stored names', async ({ assert }) => {
    await bench.scratch.client.query(
      `INSERT INTO schools (id, date_created, date_modified, name)
       SELECT n, now(), now(), CASE WHEN n % 3 = 0 THEN 'St. ' || n || '&rsquo;s &amp;amp; Co.' ELSE 'School & ' || n END
       FROM generate_series(1, 300) n`
    )
    const db = {
      rawQuery: async (sql: string, values: unknown[]) => {
        let at = 0
        const text = sql.replaceAll(/\\\?|\?/g, (mark) => (mark === '?' ? `$${++at}` : '?'))
        return bench.scratch.client.query(text, values)
      },
    } as never
    const tables = [{ table: 'schools', columns: ['name'] }]
    assert.equal(await decodeStoredNames(db, tables), 100)
    assert.equal(await decodeStoredNames(db, tables), 0)
    const [row] = await rows('SELECT name FROM schools WHERE id = 3')
    assert.equal(row.name, 'St. 3’s & Co.')
  })

  test('reports the column of a value that is not UTF-8', async ({ assert }) => {
    const bytes = [court('a', { notes: '~' }), court('b', { full_name: '~, "quoted"' }), court('c')]
      .map((row) => `${line(row)}\n`)
      .join('')
    const path = raw(
      'courts-2024-01-01.csv',
      Buffer.from(`${COURT}\n${bytes}`.replaceAll('~', '\xff'), 'latin1')
    )
    const [result] = await run([path])
    assert.containsSubset(result, { added: 1, refused: 2 })
    const reason = 'not valid UTF-8'
    assert.deepEqual(await refusals(), [
      { line: 2, column: 'notes', reason },
      { line: 3, column: 'full_name', reason },
    ])
  })

  test('sets an unresolved optional key to null until the row is imported', async ({ assert }) => {
    const child = file('courts-2024-01-01.csv', COURT, [
      court('child', { parent_court_id: 'parent' }),
      court('other', { parent_court_id: 'child' }),
    ])
    const [first] = await run([child])
    assert.containsSubset(first, { added: 2, dangling: 1, refused: 0 })
    assert.deepEqual(await rows('SELECT id, parent_court_id FROM courts ORDER BY id'), [
      { id: 'child', parent_court_id: null },
      { id: 'other', parent_court_id: 'child' },
    ])
    const [again] = await run([child])
    assert.containsSubset(again, { added: 0, changed: 0, dangling: 1 })

    const [second] = await run([file('courts-2024-02-01.csv', COURT, [court('parent')])])
    assert.containsSubset(second, { added: 1, mended: 1 })
    assert.deepEqual(await rows(`SELECT parent_court_id FROM courts WHERE id = 'child'`), [
      { parent_court_id: 'parent' },
    ])
    assert.deepEqual(await rows('SELECT * FROM bulk_dangling_keys'), [])
  })

  test('defers a row with an unresolved required key and rejects it at the end', async ({
    assert,
  }) => {
    await run(sample(['courts', 'dockets', 'opinion-clusters']))
    const stamp = '2024-01-01 00:00:00+00'
    const citation = (id: string, cluster: string) => [
      id,
      '1',
      'U.S.',
      id,
      '1',
      cluster,
      stamp,
      stamp,
    ]
    const path = file('citations-2024-01-01.csv', CITATION, [
      citation('1', '1001'),
      citation('2', '424242'),
      citation('3', '1002'),
    ])
    const [result] = await run([path])
    assert.containsSubset(result, { rowsRead: 3, added: 2, refused: 1 })
    assert.deepEqual(await refusals(), [
      { line: 3, column: 'cluster_id', reason: 'no row of opinion_clusters has the key 424242' },
    ])
    assert.deepEqual(
      await rows(`SELECT relname FROM pg_class WHERE relname LIKE 'bulk_staging%'`),
      []
    )

    await bench.scratch.client.query(
      `INSERT INTO opinion_clusters (id, docket_id, date_filed) VALUES (424242, 1, '2024-01-01')`
    )
    const [mended] = await run([path])
    assert.containsSubset(mended, { added: 1, refused: 0 })
  })

  test('rejects duplicate unique values in a file', async ({ assert }) => {
    await run(sample(['courts', 'dockets', 'opinion-clusters', 'opinions']))
    await run([
      file('citation-map-2024-01-01.csv', EDGE, [
        ['1', '2', '2001', '2002'],
        ['2', '3', '2001', '2002'],
        ['3', '1', '2001', '2003'],
      ]),
    ])
    assert.deepEqual(
      (await refusals()).map(({ line: at, reason }) => [at, reason]),
      [[3, 'duplicate key in the file']]
    )
  })

  const COURTHOUSE =
    'id,court_seat,building_name,address1,address2,city,county,state,zip_code,country_code,court_id'
  const courthouses = (count: number, name: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => {
      const id = String(index + 1)
      return [id, 't', name(index), '', '', '', '', 'NY', '', 'US', 'scotus']
    })
  /** Returns the catalog entries of a table. */
  const shapeOf = async (table: string) => ({
    indexes: await rows(
      `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = '${table}'::regclass ORDER BY 1`
    ),
    constraints: await rows(
      `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE '${table}'::regclass IN (conrelid, confrelid) ORDER BY 1, 2`
    ),
    columns: await rows(
      `SELECT attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attcollation, attstorage, pg_get_expr(adbin, adrelid) AS value
       FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
       WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`
    ),
    sequence: await rows(`SELECT pg_get_serial_sequence('${table}', 'id') AS name`),
    options: await rows(
      `SELECT reloptions, relpersistence FROM pg_class WHERE oid = '${table}'::regclass`
    ),
  })
  const oidOf = async (table: string) =>
    (await rows(`SELECT '${table}'::regclass::oid AS oid`))[0]!.oid

  test('a large first load replaces the empty table and changes nothing else', async ({
    assert,
  }) => {
    await run(sample(['courts']))
    const before = { shape: await shapeOf('courthouses'), oid: await oidOf('courthouses') }
    const path = file(
      'courthouses-2024-01-01.csv',
      COURTHOUSE,
      courthouses(30_000, () => 'one')
    )
    const [first] = await run([path])
    assert.containsSubset(first, { added: 30_000, changed: 0, refused: 0 })
    assert.notEqual(await oidOf('courthouses'), before.oid)
    assert.deepEqual(await shapeOf('courthouses'), before.shape)
    const [{ id }] = await rows(
      `INSERT INTO courthouses (court_id) VALUES ('scotus') RETURNING id::float`
    )
    assert.equal(id, DEFAULT_FIRST_KEY)
  })

  test('a first load keeps the foreign keys of other tables and rejects invalid rows', async ({
    assert,
  }) => {
    const before = { shape: await shapeOf('courts'), oid: await oidOf('courts') }
    const count = 8_000
    const [result] = await run([
      file('courts-2024-01-01.csv', COURT, [
        ...Array.from({ length: count }, (_, index) =>
          court(`c${index}`, { parent_court_id: index ? `c${index - 1}` : 'nobody' })
        ),
        court('c5'),
        court('broken', { position: null }),
      ]),
    ])
    assert.containsSubset(result, { added: count, refused: 2, dangling: 1 })
    assert.deepEqual(
      (await refusals()).map(({ line: at, reason }) => [at, reason]),
      [
        [count + 2, 'duplicate key in the file'],
        [count + 3, 'a value is required'],
      ]
    )
    assert.notEqual(await oidOf('courts'), before.oid)
    assert.deepEqual(await shapeOf('courts'), before.shape)
    await run([file('courthouses-2024-01-01.csv', COURTHOUSE, [])])
    await assert.rejects(
      () => rows(`INSERT INTO courthouses (court_id) VALUES ('none')`),
      /foreign key/
    )
  })

  test('fills a table that other objects depend on instead of replacing it', async ({ assert }) => {
    await run(sample(['courts']))
    await rows('CREATE VIEW reporting AS SELECT building_name FROM courthouses')
    const before = await oidOf('courthouses')
    const path = file(
      'courthouses-2024-01-01.csv',
      COURTHOUSE,
      courthouses(30_000, () => 'one')
    )
    const [first] = await run([path])
    assert.containsSubset(first, { added: 30_000, refused: 0 })
    assert.equal(await oidOf('courthouses'), before)
    assert.deepEqual(await rows('SELECT count(*)::int AS rows FROM reporting'), [{ rows: 30_000 }])
  })

  test('large changes keep the table, its indexes, and its constraints', async ({ assert }) => {
    await run(sample(['courts']))
    const many = (name: string) => courthouses(30_000, () => name)
    await run([file('courthouses-2024-01-01.csv', COURTHOUSE, many('one'))])
    const before = { shape: await shapeOf('courthouses'), oid: await oidOf('courthouses') }
    const [second] = await run([file('courthouses-2024-02-01.csv', COURTHOUSE, many('two'))])
    assert.equal(second!.changed, 30_000)
    assert.equal(await oidOf('courthouses'), before.oid)
    assert.deepEqual(await shapeOf('courthouses'), before.shape)
  })

  test('an interrupted import resumes and is never partly visible', async ({ assert }) => {
    await run(sample(['courts']))
    const total = 70_000
    const path = file(
      'courthouses-2024-01-01.csv',
      COURTHOUSE,
      courthouses(total, (index) => `Building ${index}`)
    )
    const interruption = new AbortController()
    const resumed: number[] = []
    const reporter = {
      started: (_file: string, _bytes: number, at: number) => void resumed.push(at),
      progress: () => interruption.abort(),
      publishing: () => {},
      finished: () => {},
    }
    await assert.rejects(() => run([path], { signal: interruption.signal, reporter }))
    const [{ visible }] = await rows('SELECT count(*)::int AS visible FROM courthouses')
    assert.equal(visible, 0)

    const watcher = new pg.Client(bench.scratch.connection)
    await watcher.connect()
    const seen = new Set<number>()
    let done = false
    const watching = (async () => {
      while (!done)
        seen.add((await watcher.query('SELECT count(*)::int AS n FROM courthouses')).rows[0].n)
    })()
    const [result] = await run([path], { reporter: { ...reporter, progress: () => {} } })
    done = true
    await watching
    await watcher.end()
    assert.deepEqual(
      resumed.map((at) => at > 0),
      [false, true]
    )
    assert.containsSubset(result, { rowsRead: total, added: total, refused: 0 })
    for (const count of seen) assert.oneOf(count, [0, total])
  })

  test('rolls back an interrupted publication and resumes it', async ({ assert }) => {
    const path = file('courts-2024-01-01.csv', COURT, [court('a'), court('b')])
    const watcher = new pg.Client(bench.scratch.connection)
    await watcher.connect()
    await watcher.query('BEGIN')
    await watcher.query('LOCK TABLE courts IN ROW EXCLUSIVE MODE')
    const interruption = new AbortController()
    const importing = run([path], { signal: interruption.signal })
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    while (!(await rows(waiting)).length) await new Promise((resolve) => setTimeout(resolve, 10))
    interruption.abort()
    await assert.rejects(() => importing, Interrupted)
    await watcher.query('COMMIT')
    await watcher.end()
    assert.deepEqual(await rows('SELECT id FROM courts'), [])

    const resumed: number[] = []
    const [result] = await run([path], {
      reporter: {
        started: (_file, _bytes, at) => void resumed.push(at),
        progress: () => {},
        publishing: () => {},
        finished: () => {},
      },
    })
    assert.containsSubset(result, { rowsRead: 2, added: 2 })
    assert.deepEqual(resumed, [2])
  })

  test('repeats staging that was lost in a database crash', async ({ assert }) => {
    const interruption = new AbortController()
    const path = file(
      'courts-2024-01-01.csv',
      COURT,
      Array.from({ length: 25_000 }, (_, index) => court(`c${index}`))
    )
    const reporter = {
      started: () => {},
      progress: () => interruption.abort(),
      publishing: () => {},
      finished: () => {},
    }
    await assert.rejects(() => run([path], { signal: interruption.signal, reporter }))
    await bench.scratch.client.query('TRUNCATE bulk_staging_courts')
    const [result] = await run([path])
    assert.containsSubset(result, { rowsRead: 25_000, added: 25_000 })
  })

  test('an import interrupted before its first chunk starts over', async ({ assert }) => {
    const path = file('courts-2024-01-01.csv', COURT, [court('a'), court('b')])
    await assert.rejects(() => run([path], { signal: AbortSignal.abort() }))
    const [result] = await run([path])
    assert.containsSubset(result, { rowsRead: 2, added: 2, refused: 0 })
  })

  test('allows one import at a time', async ({ assert }) => {
    const path = file(
      'courts-2024-01-01.csv',
      COURT,
      Array.from({ length: 25_000 }, (_, index) => court(`c${index}`))
    )
    const outcomes = await Promise.allSettled([run([path]), run([path])])
    const failed = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    assert.lengthOf(failed, 1)
    assert.match(String(failed[0]!.reason), /another import is running/)
  })

  test('imported data replaces the sample', async ({ assert }) => {
    await run(sample(ALL), { sample: true })
    const marks = `SELECT DISTINCT table_name AS name FROM sample_records ORDER BY 1`
    const marked = (await rows(marks)).map(({ name }) => name)
    assert.includeMembers(marked, ['dockets', 'opinion_clusters', 'opinions'])
    const header = readFileSync(join(sampleFolder(), 'dockets.csv'), 'utf8').split('\n')
    const [columns, row] = [header[0]!, header[1]!.replace('"1"', '"7777"')]
    await run([raw('dockets-2024-01-01.csv', `${columns}\n${row}\n`)])
    assert.deepEqual(await rows('SELECT id::int FROM dockets'), [{ id: 7777 }])
    assert.deepEqual(await rows('SELECT id FROM opinion_clusters'), [])
    const stillMarked = (await rows(marks)).map(({ name }) => name)
    for (const name of ['dockets', 'opinion_clusters', 'opinions'])
      assert.notInclude(stillMarked, name)
    const [{ courts }] = await rows('SELECT count(*)::int AS courts FROM courts')
    assert.isAbove(courts, 300)
  })

  test('removes redirections and tags of the sample with its dockets', async ({ assert }) => {
    const { bulkTables } = await app.container.make(PluginHost)
    const files = await sampleFiles(bulkTables.map(({ declaration }) => declaration))
    await run([...files.values()], { sample: true })
    const tables = ['cluster_redirections', 'site_tags', 'docket_tags']
    for (const table of tables) assert.isNotEmpty(await rows(`SELECT id FROM ${table}`), table)
    const [header, first] = readFileSync(join(sampleFolder(), 'dockets.csv'), 'utf8').split('\n')
    await run([raw('dockets-2024-01-01.csv', `${header}\n${first!.replace('"1"', '"7777"')}\n`)])
    for (const table of tables) assert.isEmpty(await rows(`SELECT id FROM ${table}`), table)
  }).skip(!EVERYTHING, LEFT_OUT)

  test('rejects a redirection to a missing cluster and does not treat it as sealed', async ({
    assert,
  }) => {
    const header = 'id,date_created,deleted_cluster_id,reason,cluster_id'
    const [result] = await run([
      raw(
        'cluster-redirections-2024-01-01.csv',
        `${header}\n"1","2024-01-01","901","2","12345"\n"2","2024-01-01","902","4",\n`
      ),
    ])
    assert.containsSubset(result, { added: 1, refused: 1, dangling: 0 })
    assert.deepEqual(
      await rows('SELECT deleted_cluster_id::int AS id, cluster_id FROM cluster_redirections'),
      [{ id: 902, cluster_id: null }]
    )
  })

  test('a redirection deletes the cluster that was merged or sealed', async ({ assert }) => {
    const { bulkTables } = await app.container.make(PluginHost)
    const files = await sampleFiles(bulkTables.map(({ declaration }) => declaration))
    await run([...files.values()], { sample: true })
    const [one, other, sealed, earlier] = (
      await rows('SELECT cluster_id::int AS id FROM opinions GROUP BY 1 ORDER BY 1 LIMIT 4')
    ).map(({ id }) => Number(id))
    const header = 'id,date_created,deleted_cluster_id,reason,cluster_id'
    const redirections = (lines: string[]) =>
      run([raw('cluster-redirections-2024-01-01.csv', [header, ...lines, ''].join('\n'))])
    await redirections([`"900001","2024-01-01","${earlier}","1","${one}"`])
    assert.isEmpty(await rows(`SELECT id FROM opinion_clusters WHERE id = ${earlier}`))
    await redirections([
      `"900002","2024-01-01","${one}","1","${other}"`,
      `"900003","2024-01-01","${sealed}","4",`,
    ])
    const gone = [one, sealed].join()
    assert.isEmpty(await rows(`SELECT id FROM opinion_clusters WHERE id IN (${gone})`))
    assert.isEmpty(await rows(`SELECT id FROM opinions WHERE cluster_id IN (${gone})`))
    assert.deepEqual(
      await rows(
        `SELECT deleted_cluster_id::int AS id, cluster_id::int AS into FROM cluster_redirections
         WHERE id >= 900001 ORDER BY deleted_cluster_id`
      ),
      [
        { id: one, into: other },
        { id: sealed, into: null },
        { id: earlier, into: other },
      ]
    )
  })

  test('imported people replace those that the sample’s cases refer to', async ({ assert }) => {
    const { bulkTables } = await app.container.make(PluginHost)
    const everything = [...(await sampleFiles(bulkTables.map(({ declaration }) => declaration)))]
    await run(
      everything.map(([, path]) => path),
      { sample: true }
    )
    const header = readFileSync(join(sampleFolder(), 'people-db-people.csv'), 'utf8').split('\n')
    const own = header[1]!.replace('"301"', '"7777"')
    await run([raw('people-db-people-2024-01-01.csv', `${header[0]}\n${own}\n`)])
    assert.deepEqual(await rows('SELECT id::int FROM people'), [{ id: 7777 }])
    const [{ opinions, authors }] = await rows(
      'SELECT count(*)::int AS opinions, count(author_id)::int AS authors FROM opinions'
    )
    assert.isAbove(opinions, 200)
    assert.equal(authors, 0)
  }).skip(!EVERYTHING, LEFT_OUT)

  test('imports all generated files in any order, twice', async ({ assert }) => {
    const { bulkTables } = await app.container.make(PluginHost)
    const tables = bulkTables
      .map(({ declaration }) => declaration)
      .filter(({ stem }) => stem in GENERATORS)
    assert.lengthOf(tables, Object.keys(GENERATORS).length)
    const archive = join(bench.folder, 'archive')
    const written = await writeArchive({
      tables,
      dockets: 2000,
      seed: 3,
      date: '2024-05-01',
      folder: archive,
    })
    assert.lengthOf(written, tables.length)
    const paths = written.map(({ file: name }) => join(archive, name)).reverse()
    const first = await run(paths)
    assert.deepEqual(
      first.map(({ added, refused, dangling }) => ({ added, refused, dangling })),
      written.map(({ rows: added }) => ({ added, refused: 0, dangling: 0 }))
    )
    for (const { file: name, added, changed } of await run(paths))
      assert.deepEqual([added, changed], [0, 0], name)
  }).skip(!EVERYTHING, LEFT_OUT)

  test('compressed files produce the same rows with and without system bzip2', async ({
    assert,
  }) => {
    mkdirSync(join(bench.folder, 'packed'))
    const plain = file(
      'courts-2024-01-01.csv',
      COURT,
      Array.from({ length: 3000 }, (_, index) => court(`c${index}`, { notes: 'x'.repeat(300) }))
    )
    const packed = execFileSync('bzip2', ['-c', plain], { maxBuffer: 1e9 })
    const path = raw('courts-2024-02-01.csv.bz2', packed)
    assert.equal((await run([path]))[0]!.added, 3000)

    process.env.CURIA_BZIP2 = 'off'
    const [again] = await run([path]).finally(() => delete process.env.CURIA_BZIP2)
    assert.containsSubset(again, { rowsRead: 3000, added: 0, changed: 0 })

    const broken = raw('courts-2024-03-01.csv.bz2', packed.subarray(0, packed.length / 2))
    await assert.rejects(() => run([broken]), /courts-2024-03-01\.csv\.bz2.*cannot be decompressed/)
  }).skip(!hasSystemBzip2(), 'requires bzip2')
})
