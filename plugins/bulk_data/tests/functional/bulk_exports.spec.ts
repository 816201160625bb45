/**
 * Exports in the format of the public bulk data, and archives made from them.
 */
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ident } from '#app/support/sql_text'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import type { ScratchDatabase } from '#tests/helpers/scratch_database'
import { takesMinutes } from '#tests/helpers/long_tests'
import { PluginHost } from '#core/plugin_host'
import { hasSystemBzip2, inspectFile, openFile } from '../../import/bulk_file.js'
import { COMPRESSIONS, type Manifest } from '../../export/manifest.js'
import { SAMPLE_MARKS } from '../../export/sample_marks.js'
import { findExport } from '../../import/import_export.js'
import {
  allStems,
  bulkTables,
  digests,
  exportedFile,
  makeArchive,
  makeSampleArchive,
  readExport,
  tableNames,
  TEXTS,
  writeExport,
} from '../use_exports.js'

const PUBLIC_FILES = JSON.parse(
  readFileSync(app.makePath('tests/contract/bulk_files.json'), 'utf8')
) as Record<string, string[]>

/** Tables that exports leave out, by the start of their names. */
const NOT_EXPORTED = {
  'accounts and their records':
    /^(account|api_tokens|membership|rate_|recovery_codes|second_factors|roles$|sessions|switches|audit_entries|prayers|awaited_|user_|docket_alert|docket_news|search_alert|webhook|visualization|oauth_|mail|notice_addresses|dropped_emails|text_lookup|about|breaks|followed_appeals|appeal_emails|idempotency_keys|tool_texts|page_views)/,
  'requests and uploads': /^(fetch_|upload|court_notices|court_feeds|document_availability)/,
  'the state of this server':
    /^(adonis_schema|archive_facts|bulk_|change_|content_changes|record_version|storage_sizes|throttle_|request_|search_(chunks|embedded|queries|to_embed)|linking_|mirror|embedded|spellings|console_|access_tokens|remember)/,
  'derived from the texts of opinions': /^linked_/,
  'work of staff and of reading documents':
    /^(document_seals|document_texts|recognized_pages|unread_|entry_sources|possible_duplicates)/,
}

/** Tables without references to others. */
const UNRELATED = ['courts', 'parties', 'attorneys', 'site_tags']

const sortedLines = (text: string) => text.split('\n').sort().join('\n')

/** The uncompressed text of a file. */
async function readText(path: string): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of openFile(await inspectFile(path), 0).stream)
    pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

test.group('bulk exports', (group) => {
  takesMinutes(group)
  let source: ScratchDatabase
  let folder: string
  let manifest: Manifest

  group.setup(async () => {
    source = await makeSampleArchive()
    folder = join(makeTemporaryFolder(), 'export')
    manifest = await writeExport(source, folder)
    return async () => {
      await source.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('every table is exported or left out for a reason', async ({ assert }) => {
    const exported = [...(await tableNames()), SAMPLE_MARKS.table]
    const { rows } = await source.client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY 1`
    )
    const patterns = Object.values(NOT_EXPORTED)
    assert.deepEqual(
      rows
        .map(({ name }) => name)
        .filter((name) => !exported.includes(name) && !patterns.some((one) => one.test(name))),
      []
    )
    const { resources } = await app.container.make(PluginHost)
    const shared = resources.all().filter(({ ownership, table }) => !ownership && table)
    assert.isAbove(shared.length, 30)
    for (const { table, path } of shared)
      assert.isTrue(exported.includes(table) || patterns.some((one) => one.test(table)), path)
  })

  test('the public files have their names and columns', async ({ assert }) => {
    const date = manifest.date.slice(0, 10)
    assert.sameMembers(
      manifest.files.map(({ stem }) => stem),
      await allStems()
    )
    for (const [stem, columns] of Object.entries(PUBLIC_FILES)) {
      const path = exportedFile(folder, manifest, stem)
      assert.equal(basename(path), `${stem}-${date}.csv`)
      const [header] = (await readText(path)).split('\n')
      assert.equal(header, columns.join(), stem)
    }
  })

  test('every table of a resource has rows, and local rows', async ({ assert }) => {
    for (const { stem, rows } of manifest.files) assert.isAbove(rows, 0, stem)
    const { rows } = await source.client.query(
      'SELECT count(*)::int AS n FROM archive_documents WHERE id >= 1900000000'
    )
    assert.equal(rows[0].n, TEXTS.length)
  })

  test('the manifest lists sizes, rows, and checksums', async ({ assert }) => {
    for (const file of manifest.files) {
      const content = readFileSync(join(folder, file.name))
      assert.equal(content.length, file.bytes, file.name)
      assert.equal(file.text_bytes, file.bytes)
      assert.equal(createHash('sha256').update(content).digest('hex'), file.sha256)
    }
    assert.sameMembers(readdirSync(folder), [
      'manifest.json',
      ...manifest.files.map(({ name }) => name),
    ])
    const { rows } = await source.client.query('SELECT archive_id::text AS id FROM archive_facts')
    assert.deepEqual(manifest.archive, { id: rows[0].id, first_local_id: 1_900_000_000 })
  })

  test('an archive made from an export is the same in every table', async ({ assert, cleanup }) => {
    const copy = await makeArchive()
    cleanup(() => copy.drop())
    const results = await readExport(copy, folder, { adopt: true })
    assert.deepEqual(
      results.filter(({ refused, dangling }) => refused || dangling),
      []
    )
    assert.deepEqual(await digests(copy.client), await digests(source.client))

    const again = await readExport(copy, folder)
    assert.deepEqual(
      again.filter(({ added, changed, removed }) => added || changed || removed),
      []
    )
    // New rows continue after the imported ones.
    const { rows } = await copy.client.query<{ name: string }>(
      `SELECT name FROM unnest($1::text[]) AS name WHERE pg_get_serial_sequence(name, 'id') IS NOT NULL`,
      [await tableNames()]
    )
    for (const { name } of rows) {
      const { rows: next } = await copy.client.query(
        `SELECT nextval(pg_get_serial_sequence($1, 'id'))::float8 AS next, coalesce(max(id), 0)::float8 AS last FROM ${ident(name)}`,
        [name]
      )
      assert.isAbove(next[0].next, next[0].last, name)
      assert.isAtLeast(next[0].next, 1_900_000_000, name)
    }
  })

  test('large files replace empty tables with the same rows', async ({ assert, cleanup }) => {
    const copy = await makeArchive()
    cleanup(() => copy.drop())
    await readExport(copy, folder, { adopt: true, replaceFrom: 1 })
    assert.deepEqual(await digests(copy.client), await digests(source.client))
  })

  // The other tests export without compression.
  test('{$self}: the files have the same texts and rows')
    .with(COMPRESSIONS.filter((one) => one !== 'none'))
    .run(async ({ assert, cleanup }, compression) => {
      if (compression === 'bz2' && !hasSystemBzip2()) return
      const packed = join(makeTemporaryFolder(), compression)
      cleanup(() => rmSync(packed, { recursive: true, force: true }))
      // Each file needs several processes of bzip2. These tables have all kinds of texts.
      const tables = (await bulkTables()).filter(
        ({ table }) => compression !== 'bz2' || UNRELATED.includes(table)
      )
      const written = await writeExport(source, packed, { compression, tables })
      for (const { stem, text_bytes: size, bytes } of written.files) {
        const path = exportedFile(packed, written, stem)
        const same = await readText(path)
        assert.equal(Buffer.byteLength(same), size)
        assert.equal(statSync(path).size, bytes)
        if (stem === SAMPLE_MARKS.stem && compression === 'bz2') continue
        assert.equal(
          sortedLines(same),
          sortedLines(await readText(exportedFile(folder, manifest, stem))),
          stem
        )
      }
      const copy = await makeArchive()
      cleanup(() => copy.drop())
      await readExport(copy, packed, { adopt: true })
      const names = tables.map(({ table }) => table)
      assert.deepEqual(await digests(copy.client, names), await digests(source.client, names))
    })

  test('rows that are committed during an export are in none of its files', async ({
    assert,
    cleanup,
  }) => {
    const during = join(makeTemporaryFolder(), 'during')
    const insert = (table: string) =>
      `INSERT INTO ${table} VALUES (DEFAULT) RETURNING id::float8 AS id`
    const made: [string, number][] = []
    cleanup(async () => {
      for (const [table, id] of made)
        await source.client.query(`DELETE FROM ${table} WHERE id = ${id}`)
      rmSync(during, { recursive: true, force: true })
    })
    const before = await digests(source.client)
    let changes = Promise.resolve()
    const change = (table: string) => {
      changes = changes.then(async () => {
        const { rows } = await source.client.query(insert(table))
        made.push([table, rows[0].id])
      })
    }
    const written = await writeExport(source, during, {
      reporter: {
        started: () => change('parties'),
        progress: () => {},
        finished: () => change('attorneys'),
      },
    })
    await changes
    assert.isAbove(made.length, 30)
    for (const table of ['parties', 'attorneys'])
      assert.equal(
        written.files.find(({ stem }) => stem === table)!.rows,
        before[table]!.rows,
        table
      )
  })

  test('texts of sealed documents are left out', async ({ assert, cleanup }) => {
    const { client } = source
    const sealed = join(makeTemporaryFolder(), 'sealed')
    const { rows } = await client.query(
      `UPDATE archive_documents SET is_sealed = true, plain_text = 'Quixotic secret', filepath_local = 'quixotic.pdf'
       WHERE id = (SELECT max(id) FROM archive_documents) RETURNING id::float8 AS id`
    )
    cleanup(async () => {
      await client.query(
        `UPDATE archive_documents SET is_sealed = NULL, plain_text = '\n', filepath_local = '' WHERE id = ${rows[0].id}`
      )
      rmSync(sealed, { recursive: true, force: true })
    })
    const written = await writeExport(source, sealed)
    const content = await readText(exportedFile(sealed, written, 'archive-documents'))
    assert.notInclude(content.toLowerCase(), 'quixotic')
    assert.include(content, `"${rows[0].id}"`)
  })
})

test.group('interrupted bulk exports', (group) => {
  takesMinutes(group)
  let source: ScratchDatabase
  let folder: string

  group.setup(async () => {
    source = await makeSampleArchive()
    return () => source.drop()
  })
  group.each.setup(() => {
    folder = join(makeTemporaryFolder(), 'export')
    return () => rmSync(folder, { recursive: true, force: true })
  })

  /** Interrupts an export after some files. */
  const interrupt = async (after: number) => {
    const stop = new AbortController()
    let written = 0
    const interrupted = await writeExport(source, folder, {
      signal: stop.signal,
      reporter: {
        started: () => {},
        progress: () => {},
        finished: () => ++written >= after && stop.abort(),
      },
    }).then(
      () => false,
      (error: Error) => error.name === 'Interrupted'
    )
    return interrupted
  }
  const resume = async () => {
    const kept: string[] = []
    const manifest = await writeExport(source, folder, {
      reporter: {
        started: () => {},
        progress: () => {},
        finished: ({ stem }, isKept) => isKept && kept.push(stem),
      },
    })
    return { manifest, kept }
  }

  test('after {$self} files: unchanged tables are kept, and all files are from one snapshot')
    .with([1, 7, 40])
    .run(async ({ assert, cleanup }, after) => {
      assert.isTrue(await interrupt(after))
      assert.notInclude(readdirSync(folder), 'manifest.json')
      assert.isEmpty(readdirSync(folder).filter((name) => name.endsWith('.part')))
      const done = readdirSync(folder)
        .filter((name) => name.endsWith('.csv'))
        .map((name) => name.replace(/-\d{4}-\d\d-\d\d\.csv$/, ''))
      assert.isAtLeast(done.length, after)

      // An update that restores the values, a deletion, and an insertion.
      const { client } = source
      await client.query(
        `UPDATE dockets SET cause = cause WHERE id = (SELECT min(id) FROM dockets)`
      )
      await client.query(
        'DELETE FROM parentheticals WHERE id = (SELECT max(id) FROM parentheticals)'
      )
      await client.query(`INSERT INTO attorneys (name) VALUES ('after ${after}')`)
      const { manifest, kept } = await resume()
      assert.sameMembers(
        kept,
        done.filter(
          (stem) => !['dockets', 'parentheticals', 'attorneys', SAMPLE_MARKS.stem].includes(stem)
        )
      )
      // An export at once, which is imported in other tests.
      const whole = join(makeTemporaryFolder(), 'whole')
      cleanup(() => rmSync(whole, { recursive: true, force: true }))
      const expected = await writeExport(source, whole)
      assert.sameMembers(
        manifest.files.map(({ stem }) => stem),
        expected.files.map(({ stem }) => stem)
      )
      for (const { stem } of expected.files)
        assert.equal(
          sortedLines(await readText(exportedFile(folder, manifest, stem))),
          sortedLines(await readText(exportedFile(whole, expected, stem))),
          stem
        )
      assert.sameMembers(readdirSync(folder), [
        'manifest.json',
        ...manifest.files.map(({ name }) => name),
      ])
    })

  test('a damaged or missing file is written again', async ({ assert }) => {
    await interrupt(5)
    const [first, second] = readdirSync(folder).filter((name) => name.endsWith('.csv'))
    rmSync(join(folder, first!))
    truncateSync(join(folder, second!), 3)
    const { manifest } = await resume()
    for (const { name, bytes } of manifest.files)
      assert.equal(statSync(join(folder, name)).size, bytes)
  })

  test('a folder with another export is rejected', async ({ assert }) => {
    await interrupt(3)
    await assert.rejects(
      () => writeExport(source, folder, { compression: 'zstd' }),
      /has an unfinished export with compression "none"/
    )
    const id = 'UPDATE archive_facts SET archive_id = gen_random_uuid()'
    await source.client.query(id)
    await assert.rejects(
      () => writeExport(source, folder),
      /has an unfinished export of another archive/
    )
    rmSync(folder, { recursive: true })
    await writeExport(source, folder)
    await assert.rejects(() => writeExport(source, folder), /already has a complete export/)
  })
})

test.group('imports of bulk exports', (group) => {
  takesMinutes(group)
  let copy: ScratchDatabase
  let written: string
  let folder: string
  let manifest: Manifest

  group.setup(async () => {
    const source = await makeArchive()
    const { client } = source
    await client.query(`INSERT INTO parties (id, name) VALUES (1, 'from a file'), (2, 'R&amp;D')`)
    await client.query(`INSERT INTO parties (name) VALUES ('local'), ('local R&amp;D')`)
    written = join(makeTemporaryFolder(), 'export')
    manifest = await writeExport(source, written)
    await source.drop()
    return () => rmSync(written, { recursive: true, force: true })
  })
  group.each.setup(async () => {
    copy = await makeArchive()
    folder = join(makeTemporaryFolder(), 'export')
    cpSync(written, folder, { recursive: true })
    return async () => {
      await copy.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  const names = async () =>
    (await copy.client.query('SELECT name FROM parties ORDER BY id')).rows.map(({ name }) => name)

  test('rejects local rows of another archive, and keeps names as exported', async ({ assert }) => {
    const results = await readExport(copy, folder)
    assert.deepEqual(await names(), ['from a file', 'R&amp;D'])
    assert.equal(results.find(({ file }) => file.startsWith('parties'))!.refused, 2)
  })

  test('accepts local rows of the same archive', async ({ assert }) => {
    await copy.client.query(`UPDATE archive_facts SET archive_id = '${manifest.archive.id}'`)
    await readExport(copy, folder)
    assert.deepEqual(await names(), ['from a file', 'R&amp;D', 'local', 'local R&amp;D'])
  })

  test('accepts all rows if local IDs of this archive start above them', async ({ assert }) => {
    await copy.client.query('UPDATE archive_facts SET first_local_id = 2000000000')
    await readExport(copy, folder)
    assert.lengthOf(await names(), 4)
    const { rows } = await copy.client.query(
      `INSERT INTO parties (name) VALUES ('own') RETURNING id::float8 AS id`
    )
    assert.equal(rows[0].id, 2_000_000_000)
  })

  test('adopts an archive only without rows of this server', async ({ assert }) => {
    await copy.client.query(`INSERT INTO attorneys (name) VALUES ('own')`)
    await assert.rejects(
      () => readExport(copy, folder, { adopt: true }),
      /the table attorneys has rows that this server created/
    )
    assert.deepEqual(await names(), [])
    await copy.client.query('DELETE FROM attorneys')
    await readExport(copy, folder, { adopt: true })
    const { rows } = await copy.client.query('SELECT archive_id::text AS id FROM archive_facts')
    assert.equal(rows[0].id, manifest.archive.id)
    assert.lengthOf(await names(), 4)
  })

  const parties = () => exportedFile(folder, manifest, 'parties')
  const rewrite = (change: Record<string, unknown>) =>
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, ...change }))
  const withFile = (change: object) =>
    rewrite({ files: manifest.files.map((file) => ({ ...file, ...change })) })

  test('rejects an export with {name}')
    .with([
      { name: 'a missing file', damage: () => rmSync(parties()), reason: /cannot read .*parties/ },
      {
        name: 'a truncated file',
        damage: () => truncateSync(parties(), 20),
        reason: /parties-.* has 20 bytes, but the manifest lists \d+/,
      },
      {
        name: 'a changed byte',
        damage: () =>
          writeFileSync(parties(), readFileSync(parties(), 'utf8').replace('local', 'lokal')),
        reason: /parties-.* doesn't match its checksum/,
      },
      {
        name: 'no manifest',
        damage: () => rmSync(join(folder, 'manifest.json')),
        reason: /has no export: no manifest\.json/,
      },
      {
        name: 'a manifest that is not JSON',
        damage: () => writeFileSync(join(folder, 'manifest.json'), '{'),
        reason: /not valid JSON/,
      },
      {
        name: 'an empty manifest',
        damage: () => writeFileSync(join(folder, 'manifest.json'), 'null'),
        reason: /cannot read .*manifest\.json/,
      },
      {
        name: 'a manifest of a newer format',
        damage: () => rewrite({ format: 99 }),
        reason: /format 99 requires a newer version/,
      },
      {
        name: 'a path as a file name',
        damage: () => withFile({ name: '../secrets.csv' }),
        reason: /cannot read .*manifest\.json/,
      },
      {
        name: 'a checksum of another kind',
        damage: () => withFile({ sha256: 'abc' }),
        reason: /cannot read .*manifest\.json/,
      },
      {
        name: 'a negative size',
        damage: () => withFile({ bytes: -1 }),
        reason: /cannot read .*manifest\.json/,
      },
      {
        name: 'an unknown compression',
        damage: () => rewrite({ compression: 'rar' }),
        reason: /cannot read .*manifest\.json/,
      },
      {
        name: 'an invalid archive ID',
        damage: () => rewrite({ archive: { id: 'x', first_local_id: 1 } }),
        reason: /cannot read .*manifest\.json/,
      },
    ])
    .run(async ({ assert }, { damage, reason }) => {
      damage()
      await assert.rejects(() => readExport(copy, folder, { adopt: true }), reason)
      assert.deepEqual(await names(), [])
    })

  test('an export is found by its folder or manifest, without other files', async ({ assert }) => {
    assert.equal(await findExport([folder]), folder)
    assert.equal(await findExport([join(folder, 'manifest.json')]), folder)
    assert.isUndefined(await findExport([parties()]))
    assert.isUndefined(await findExport(['/missing']))
    mkdirSync(join(folder, 'other'))
    await assert.rejects(() => findExport([folder, parties()]), /either files or one export/)
  })
})
