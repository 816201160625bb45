/** The index of opinions follows the archive. */
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { useScratchIndex } from '#tests/helpers/scratch_index'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'

const COURTS = `INSERT INTO courts (id, position, short_name, full_name, citation_string, jurisdiction) VALUES
  ('scotus', 1, 'Supreme Court', 'Supreme Court of the United States', 'SCOTUS', 'F'),
  ('ca9', 2, 'Ninth Circuit', 'Court of Appeals for the Ninth Circuit', '9th Cir.', 'F'),
  ('testcourt', 3, 'Test', 'Testing Court', 'Test', 'T')`
const CASES = `
  INSERT INTO dockets (id, source, court_id, docket_number) VALUES (1, 2, 'ca9', '92-1001'), (2, 2, 'testcourt', '1');
  INSERT INTO opinion_clusters (id, docket_id, case_name, date_filed, precedential_status) VALUES
    (11, 1, 'Alder v. Birch', '1994-02-01', 'Published'), (12, 1, 'Cedar v. Dogwood', '1995-02-01', 'Published'),
    (13, 2, 'Test v. Test', '1995-02-01', 'Published');
  INSERT INTO opinions (id, cluster_id, type, plain_text, html) VALUES
    (101, 11, '020lead', 'Plain words.', ''), (102, 11, '040dissent', 'Not these.', '<p>Marked <i>words</i> &amp; more</p>'),
    (103, 12, '010combined', 'Others.', '')`

test.group('opinions index', (group) => {
  const archive = useScratchIndex(group, 'opinions')

  group.each.setup(async () => {
    await archive.sql(COURTS)
    await archive.sql(CASES)
  })

  test('is built automatically if missing, without the testing court', async ({ assert }) => {
    await archive.follow()
    while (archive.keys().length === 0) await sleep(20)
    await archive.caughtUp()

    assert.deepEqual(archive.keys(), [11, 12])
    const { date, factor, fields, children } = archive.document(11)!
    assert.equal(date, '1994-02-01')
    assert.equal(factor, 0.8)
    assert.containSubset(fields, {
      absolute_url: '/opinion/11//',
      caseName: 'Alder v. Birch',
      court: 'Court of Appeals for the Ninth Circuit',
      court_id: 'ca9',
      docketNumber: '92-1001',
      sibling_ids: [101, 102],
      status: 'Published',
    })
    assert.deepEqual(
      children.map(({ key, fields: { type } }) => [key, type]),
      [
        [101, 'lead-opinion'],
        [102, 'dissent'],
      ]
    )
    assert.equal(children[0]!.fields.text, 'Plain words.')
    assert.equal(
      String(children[1]!.fields.text).trim().replace(/\s+/g, ' '),
      'Marked words & more'
    )
  })

  test('indexes thousands of changes in few commits', async ({ assert }) => {
    await archive.rebuild()
    await archive.sql(
      `DO $$ BEGIN FOR n IN 1..5000 LOOP
         UPDATE opinions SET plain_text = 'Words ' || n WHERE id = 101;
       END LOOP; END $$`
    )
    let commits = 0
    archive.engine.committed = () => commits++
    await archive.follow()
    await archive.caughtUp()
    assert.equal(archive.document(11)!.children[0]!.fields.text, 'Words 5000')
    // A batch of the change log has 500 changes.
    assert.isAtMost(commits, 5)
  }).skip(!EVERYTHING, LEFT_OUT)

  test('is opened for writing, but not for reading', async ({ assert }) => {
    await archive.rebuild()
    let opened = 0
    const open = archive.engine.openWriter.bind(archive.engine)
    archive.engine.openWriter = (...given) => {
      opened++
      return open(...given)
    }
    await archive.follow()
    await archive.sql(`INSERT INTO docket_entries (docket_id, entry_number) VALUES (1, 1)`)
    await archive.caughtUp()
    await archive.sql(`UPDATE opinions SET plain_text = 'Other words.' WHERE id = 101`)
    await archive.caughtUp()
    assert.equal(opened, 1)
  })

  test('writes only affected documents: {name}')
    .with([
      {
        name: 'a cluster changes',
        sql: `UPDATE opinion_clusters SET case_name = 'Alder v. Beech' WHERE id = 11`,
        written: ['parent 11', 'child 101', 'child 102'],
      },
      {
        name: 'an opinion changes',
        sql: `UPDATE opinions SET plain_text = 'New words.' WHERE id = 101`,
        written: ['child 101'],
      },
      {
        name: 'an opinion is added',
        sql: `INSERT INTO opinions (id, cluster_id, type) VALUES (104, 12, '040dissent')`,
        written: ['parent 12', 'child 103', 'child 104'],
      },
      {
        name: 'an opinion is deleted',
        sql: 'DELETE FROM opinions WHERE id = 103',
        written: ['no child 103', 'parent 12'],
      },
      {
        name: 'an opinion moves to another cluster',
        sql: 'UPDATE opinions SET cluster_id = 12 WHERE id = 102',
        written: ['no child 102', 'parent 11', 'child 101', 'parent 12', 'child 102', 'child 103'],
      },
      {
        name: 'a docket is deleted',
        sql: 'DELETE FROM dockets WHERE id = 1',
        written: ['no child 101', 'no child 102', 'no child 103', 'no parent 11', 'no parent 12'],
      },
      {
        name: 'a court is renamed',
        sql: `UPDATE courts SET full_name = 'Ninth Circuit Court' WHERE id = 'ca9'`,
        written: ['parent 11', 'child 101', 'child 102', 'parent 12', 'child 103'],
      },
      {
        name: 'a hidden court becomes visible',
        sql: `UPDATE courts SET jurisdiction = 'S' WHERE id = 'testcourt'`,
        written: ['parent 13'],
      },
      {
        name: 'a citation is added',
        sql: `INSERT INTO citations (volume, reporter, page, type, cluster_id) VALUES ('12', 'F.3d', '345', 1, 12);
              INSERT INTO opinions_cited (citing_opinion_id, cited_opinion_id) VALUES (101, 103)`,
        written: ['parent 12', 'child 103', 'child 101'],
      },
      {
        name: 'columns without search fields change',
        sql: `UPDATE dockets SET view_count = 5, date_modified = now() WHERE id = 1`,
        written: [],
      },
    ])
    .run(async ({ assert }, { sql, written }) => {
      await archive.rebuild()
      await archive.follow()
      archive.engine.written.splice(0)
      await archive.sql(sql)
      assert.sameMembers(await archive.caughtUp(), written)
    })

  test('resumes an interrupted build', async ({ assert }) => {
    await archive.sql(`INSERT INTO opinion_clusters (id, docket_id, case_name, date_filed)
      SELECT n, 1, 'Case ' || n, '2000-01-01' FROM generate_series(1001, 1900) n`)
    const interruption = new AbortController()
    archive.engine.committed = () => interruption.abort()
    interruption.abort()
    await assert.rejects(() => archive.rebuild(interruption.signal))
    assert.deepEqual(archive.keys(), [])
    // Changes since the interruption are indexed.
    await archive.sql(`UPDATE opinion_clusters SET case_name = 'Changed' WHERE id IN (11, 1500)`)
    archive.engine.written.splice(0)

    await archive.rebuild()
    assert.lengthOf(archive.keys(), 902)
    assert.equal(archive.document(11)!.fields.caseName, 'Changed')
    assert.equal(archive.document(1500)!.fields.caseName, 'Changed')
    assert.lengthOf(
      archive.engine.written.filter((what) => what === 'parent 1002'),
      0,
      'what was built is not built again'
    )
  })

  test('restarts a build if its position was pruned from the change log', async ({ assert }) => {
    const interruption = new AbortController()
    interruption.abort()
    await assert.rejects(() => archive.rebuild(interruption.signal))
    await archive.sql('DELETE FROM opinion_clusters WHERE id = 11')
    await archive.sql(`UPDATE change_log_state SET deleted_below = pg_current_xact_id()`)
    await archive.rebuild()
    assert.deepEqual(archive.keys(), [12])
  })

  test('does not lose changes when a rebuilt index replaces the live one', async ({ assert }) => {
    await archive.rebuild()
    await archive.follow()
    await archive.caughtUp()
    const rebuilding = archive.rebuild()
    for (let n = 0; n < 30; n++)
      await archive.sql(`UPDATE opinion_clusters SET case_name = 'Case ${n}' WHERE id = 11`)
    await rebuilding
    await archive.caughtUp()
    assert.equal(archive.document(11)!.fields.caseName, 'Case 29')
  })
})
