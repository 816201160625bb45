/**
 * Increments: exports of the changes since an earlier export.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { publishChanges } from '#app/events/publication'
import { PluginHost } from '#core/plugin_host'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { takesMinutes } from '#tests/helpers/long_tests'
import type { ScratchDatabase } from '#tests/helpers/scratch_database'
import type { Manifest } from '../../export/manifest.js'
import { SAMPLE_MARKS } from '../../export/sample_marks.js'
import { forgetDeleted } from '../../import/sample.js'
import {
  digests,
  makeArchive,
  makeSampleArchive,
  readExport,
  readMarks,
  tableNames,
  writeExport,
} from '../use_exports.js'

/** In each table that refers to itself, the first row gets a copy that it refers to. */
const REFER_TO_NEW = `DO $$
  DECLARE
    own record;
    copied text;
  BEGIN
    FOR own IN SELECT conrelid::regclass AS name, attname AS link FROM pg_constraint
      JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
      WHERE contype = 'f' AND conrelid = confrelid
    LOOP
      SELECT string_agg(quote_ident(attname), ', ') INTO copied FROM pg_attribute a
        WHERE attrelid = own.name AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
          AND (attnotnull OR NOT EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indisunique AND a.attnum = ANY (indkey)))
          AND attname <> 'id';
      EXECUTE format('WITH new AS (INSERT INTO %1$s (%2$s %3$s) SELECT %4$s %3$s FROM %1$s ORDER BY %1$s.id LIMIT 1 RETURNING id)
        UPDATE %1$s SET %5$I = new.id FROM new WHERE %1$s.id = (SELECT min(id) FROM %1$s)',
        own.name, CASE own.name::text WHEN 'courts' THEN 'id,' ELSE '' END, copied,
        CASE own.name::text WHEN 'courts' THEN '''zznew'',' ELSE '' END, own.link);
    END LOOP;
  END $$`
/** Changes of an archive, each with its statements. */
const CHANGES: Record<string, string[]> = {
  'new rows': [
    `INSERT INTO dockets (court_id, source, docket_number) SELECT 'cand', 1, n::text FROM generate_series(1, 50) n`,
    `INSERT INTO docket_entries (docket_id, description) SELECT id, 'new' FROM dockets`,
    `INSERT INTO archive_documents (docket_entry_id, document_number, document_type) SELECT id, '77', 1 FROM docket_entries WHERE description = 'new'`,
  ],
  'changed values, and unchanged ones': [
    `UPDATE dockets SET case_name = case_name || ' (amended)' WHERE id % 3 = 0`,
    `UPDATE opinions SET plain_text = plain_text`,
    `UPDATE courts SET notes = 'new' WHERE id IN ('scotus', 'cand')`,
    `UPDATE financial_disclosures SET page_count = 99`,
  ],
  'rows that refer to new rows of their table': [REFER_TO_NEW],
  'values that only supplements have': [
    `UPDATE opinions SET ordering_key = id % 7, main_version_id = (SELECT min(id) FROM opinions) WHERE id % 2 = 0`,
    `UPDATE opinion_clusters SET filepath_xml_scan = 'scan.xml' WHERE id % 5 = 0`,
  ],
  'deleted rows with their children': [
    `DELETE FROM opinion_clusters WHERE id % 4 = 0`,
    `DELETE FROM dockets WHERE id >= 1900000000 AND id % 2 = 0 AND id NOT IN (SELECT docket_id FROM opinion_clusters)`,
    `DELETE FROM parties WHERE id % 3 = 0`,
  ],
  'children of a deleted parent that moved': [
    `UPDATE docket_entries SET docket_id = (SELECT min(id) FROM dockets) WHERE docket_id = (SELECT max(docket_id) FROM docket_entries)`,
    `UPDATE opinion_clusters SET docket_id = (SELECT min(id) FROM dockets)`,
    `DELETE FROM dockets WHERE id = (SELECT max(id) FROM dockets WHERE id < 1900000000)`,
    `DELETE FROM dockets WHERE id = (SELECT max(id) FROM dockets)`,
  ],
  'a unique value that a new row takes from a deleted one': [
    `INSERT INTO docket_tags (docket_id, tag_id) SELECT (SELECT min(id) FROM dockets), id FROM site_tags ON CONFLICT DO NOTHING`,
    `CREATE TEMP TABLE old AS SELECT * FROM docket_tags`,
    `DELETE FROM docket_tags`,
    `INSERT INTO docket_tags (docket_id, tag_id) SELECT docket_id, tag_id FROM old`,
    `DROP TABLE old`,
  ],
  'a unique value of a deleted row with children': [
    `CREATE TEMP TABLE old AS SELECT name FROM site_tags`,
    `DELETE FROM site_tags`,
    `INSERT INTO site_tags (name) SELECT name FROM old`,
    `INSERT INTO docket_tags (docket_id, tag_id) SELECT (SELECT min(id) FROM dockets), id FROM site_tags`,
    `INSERT INTO docket_entry_tags (docket_entry_id, tag_id) SELECT (SELECT min(id) FROM docket_entries), id FROM site_tags`,
    `DROP TABLE old`,
  ],
  'unique values that rows swap': [
    `UPDATE attorney_organizations SET lookup_key = 'x' || id`,
    `UPDATE citations SET volume = (volume::int + 1)::text WHERE volume ~ '^[0-9]{1,3}$' AND cluster_id IN (SELECT id FROM opinion_clusters ORDER BY id LIMIT 5)`,
  ],
  'parts of records, under the keys of their records': [
    `DELETE FROM citations WHERE id IN (SELECT min(id) FROM citations GROUP BY cluster_id)`,
    `DELETE FROM disclosure_gifts WHERE id % 2 = 0`,
    `DELETE FROM retention_events WHERE id % 2 = 0`,
    `DELETE FROM criminal_counts WHERE id % 2 = 0`,
    `UPDATE positions SET job_title = 'Judge' WHERE id % 2 = 1`,
    `DELETE FROM opinions_cited WHERE id % 3 = 0`,
  ],
  'marks of sample records, without other changes': [
    `UPDATE sample_records SET invented = NOT invented WHERE table_name = 'dockets' AND id % 2 = 0`,
    `INSERT INTO sample_records (table_name, id, invented) SELECT 'attorney_organizations', id, true FROM attorney_organizations`,
  ],
  'merged records': [
    `INSERT INTO docket_entry_redirections (id, kept_id) SELECT max(id), min(id) FROM docket_entries`,
    `DELETE FROM docket_entries WHERE id = (SELECT max(id) FROM docket_entries)`,
    `DELETE FROM archive_documents WHERE id = (SELECT min(kept_id) FROM document_redirections)`,
    `UPDATE document_redirections SET kept_id = (SELECT min(id) FROM archive_documents) WHERE id % 2 = 0`,
  ],
  'an emptied table': [`TRUNCATE unmatched_citations`, `DELETE FROM courthouses`],
  'nothing': [],
  'a replaced join': [
    `DELETE FROM opinion_cluster_panel`,
    `INSERT INTO opinion_cluster_panel (cluster_id, person_id) SELECT c.id, p.id FROM opinion_clusters c, (SELECT min(id) AS id FROM people) p`,
    `DELETE FROM person_races WHERE id % 2 = 0`,
    `DELETE FROM court_appeals_to WHERE id % 2 = 0`,
  ],
}

/** Texts that aren't positions. */
const INVALID = ['x', '', '1/2', '1/1:1:/9', `1/${'9'.repeat(30)}:1:`]

test.group('increments', (group) => {
  takesMinutes(group)
  let source: ScratchDatabase
  let copy: ScratchDatabase
  let root: string
  let full: Manifest
  let last: Manifest
  let number = 0

  const folder = () => join(root, String(number))
  const next = () => {
    number++
    return folder()
  }
  /** The source's marks, without those of deleted rows. */
  const existingMarks = async () => {
    await forgetDeleted(source.client)
    return readMarks(source.client)
  }
  const change = async (statements: string[]) => {
    for (const statement of statements) await source.client.query(statement)
  }

  group.setup(async () => {
    root = makeTemporaryFolder()
    source = await makeSampleArchive()
    copy = await makeArchive()
    full = last = await writeExport(source, next())
    await readExport(copy, folder(), { adopt: true })
    return async () => {
      await source.drop()
      await copy.drop()
      rmSync(root, { recursive: true, force: true })
    }
  })

  test('the changes of every exported table are logged', async ({ assert }) => {
    const { publications } = await app.container.make(PluginHost)
    const logged = publications.map(({ table }) => table)
    assert.deepEqual(
      (await tableNames()).filter((table) => !logged.includes(table)),
      []
    )
    await publishChanges(source.client, publications)
  })

  test('{$self}: the archives are equal afterward')
    .with(Object.keys(CHANGES))
    .run(async ({ assert }, name) => {
      await change(CHANGES[name]!)
      last = await writeExport(source, next(), { since: last.position })
      assert.equal(last.since !== undefined, true)
      const stems = last.files.map(({ stem }) => stem)
      if (name === 'nothing') assert.deepEqual(stems, [SAMPLE_MARKS.stem])
      else assert.isAbove(last.files.length, 0)
      const results = await readExport(copy, folder(), { increment: true })
      assert.deepEqual(
        results.filter(({ refused }) => refused),
        []
      )
      assert.deepEqual(await digests(copy.client), await digests(source.client))
      assert.deepEqual(await readMarks(copy.client), await existingMarks())
      const again = await readExport(copy, folder(), { increment: true })
      assert.deepEqual(
        again.filter(({ added, changed, removed }) => added || changed || removed),
        []
      )
      assert.deepEqual(await digests(copy.client), await digests(source.client))
    })

  test('all changes since the full export are in one increment', async ({ assert, cleanup }) => {
    const other = await makeArchive()
    cleanup(() => other.drop())
    await readExport(other, join(root, '1'), { adopt: true })
    await writeExport(source, next(), { since: full.position, compression: 'zstd' })
    await readExport(other, folder(), { increment: true })
    assert.deepEqual(await digests(other.client), await digests(source.client))
  })

  test('an older full export is imported only on request, and increments after it again', async ({
    assert,
  }) => {
    const compare = async () =>
      assert.deepEqual(await digests(copy.client), await digests(source.client))
    const between = await writeExport(source, next())
    const first = folder()
    await readExport(copy, first, { adopt: true })
    await change([`UPDATE dockets SET case_name = 'Later'`, `DELETE FROM parties WHERE id % 5 = 0`])
    last = await writeExport(source, next(), { since: between.position })
    const increment = folder()
    await readExport(copy, increment, { increment: true })
    await assert.rejects(
      () => readExport(copy, first),
      /an export of .+ UTC has been imported, which is newer than this one; use --allow-older/
    )
    await compare()
    await readExport(copy, first, { allowOlder: true, prune: true })
    await readExport(copy, increment, { increment: true })
    await compare()
  })

  test('an increment is rejected without the export before it, or after a newer one', async ({
    assert,
    cleanup,
  }) => {
    const other = await makeArchive()
    cleanup(() => other.drop())
    await writeExport(source, next(), { since: last.position })
    const newest = folder()
    await assert.rejects(
      () => readExport(other, newest, { increment: true }),
      /continues an export that has not been imported/
    )
    await assert.rejects(
      () => readExport(other, newest),
      /has only changes since an earlier export/
    )
    await assert.rejects(
      () => readExport(other, join(root, '1'), { increment: true }),
      /has a full export/
    )
    await copy.client.query(
      `UPDATE bulk_applied_exports SET exported_at = '2999-01-01' WHERE id = (SELECT max(id) FROM bulk_applied_exports)`
    )
    await assert.rejects(
      () => readExport(copy, newest, { increment: true }),
      /an export of 2999-01-01 00:00:00 UTC has been imported/
    )
  })

  test('the position "{$self}" is rejected')
    .with(INVALID)
    .run(async ({ assert }, since) => {
      await assert.rejects(
        () => writeExport(source, next(), { since }),
        /cannot export the changes since this position: .*; write a full export/
      )
    })

  test('a position of another database, or of deleted changes, is rejected', async ({ assert }) => {
    const [, rest] = full.position.split('/')
    await assert.rejects(
      () => writeExport(source, next(), { since: `1/${rest}` }),
      /it is from another database/
    )
    await source.client.query('UPDATE change_log_state SET deleted_below = pg_current_xact_id()')
    await assert.rejects(
      () => writeExport(source, next(), { since: full.position }),
      /later changes have been deleted from the change log/
    )
  })
})
