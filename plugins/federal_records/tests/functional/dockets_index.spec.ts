/**
 * The index of federal dockets follows the archive with minimal writes.
 */
import { test } from '@japa/runner'
import { useScratchIndex } from '#tests/helpers/scratch_index'

const ROWS = `
  INSERT INTO courts (id, position, short_name, full_name, jurisdiction) VALUES ('nysd', 1, 'S.D.N.Y.', 'Southern District', 'FD');
  INSERT INTO people (id, name_first, name_last) VALUES (31, 'Ada', 'Birch');
  INSERT INTO dockets (id, source, court_id, case_name, docket_number, assigned_to_id) VALUES
    (1, 1, 'nysd', 'Alder v. Birch', '1:24-cv-1', 31), (2, 2, 'nysd', 'Elsewhere', '24-2', NULL);
  INSERT INTO docket_entries (id, docket_id, entry_number, description) VALUES (11, 1, 1, 'COMPLAINT'), (12, 1, 2, 'ANSWER');
  INSERT INTO archive_documents (id, docket_entry_id, document_number, document_type, plain_text, description) VALUES
    (101, 11, '1', 1, 'Words of the complaint.', 'Complaint'), (102, 12, '2', 1, 'Words of the answer.', 'Answer');
  INSERT INTO parties (id, name) VALUES (51, 'Alder');
  INSERT INTO party_types (docket_id, party_id, name) VALUES (1, 51, 'Plaintiff')`

test.group('federal dockets index', (group) => {
  const archive = useScratchIndex(group, 'dockets')

  group.each.setup(async () => {
    await archive.sql(ROWS)
    await archive.rebuild()
    await archive.follow()
    await archive.caughtUp()
  })

  test('has the dockets of federal records', ({ assert }) => {
    assert.deepEqual(archive.keys(), [1])
    const { fields, children } = archive.document(1)!
    assert.containSubset(fields, { assignedTo: 'Ada Birch', party: ['Alder'], party_id: [51] })
    assert.deepEqual(
      children.map(({ fields: { description, plain_text: text } }) => [description, text]),
      [
        ['COMPLAINT', 'Words of the complaint.'],
        ['ANSWER', 'Words of the answer.'],
      ]
    )
  })

  test('{name}')
    .with([
      {
        name: 'changing columns without search fields writes nothing',
        sql: `UPDATE dockets SET view_count = 9, date_modified = now(), date_last_filing = '2024-01-01' WHERE id = 1`,
        written: [],
      },
      {
        name: 'adding a party writes only the docket',
        sql: `INSERT INTO parties (id, name) VALUES (52, 'Birch');
              INSERT INTO party_types (docket_id, party_id, name) VALUES (1, 52, 'Defendant')`,
        written: ['parent 1'],
      },
      {
        name: 'renaming a party writes only the docket',
        sql: `UPDATE parties SET name = 'Alder & Sons' WHERE id = 51`,
        written: ['parent 1'],
      },
      {
        name: 'adding a document writes only the document',
        sql: `INSERT INTO docket_entries (id, docket_id, entry_number) VALUES (13, 1, 3);
              INSERT INTO archive_documents (id, docket_entry_id, document_number, document_type) VALUES (103, 13, '3', 1)`,
        written: ['child 103'],
      },
      {
        name: 'changing the text of an entry writes its documents',
        sql: `UPDATE docket_entries SET description = 'COMPLAINT, amended' WHERE id = 11`,
        written: ['child 101'],
      },
      {
        name: 'sealing a document writes it',
        sql: 'UPDATE archive_documents SET is_sealed = true WHERE id = 102',
        written: ['child 102'],
      },
      {
        name: 'renaming the case writes the docket and its documents',
        sql: `UPDATE dockets SET case_name = 'Alder v. Beech' WHERE id = 1`,
        written: ['parent 1', 'child 101', 'child 102'],
      },
      {
        name: 'renaming the judge writes the docket and its documents',
        sql: `UPDATE people SET name_last = 'Beech' WHERE id = 31`,
        written: ['parent 1', 'child 101', 'child 102'],
      },
      {
        name: 'a docket from another source is added with its first entry',
        sql: `INSERT INTO docket_entries (id, docket_id, entry_number) VALUES (21, 2, 1)`,
        written: ['parent 2'],
      },
      {
        name: 'a document is deleted with its entry',
        sql: 'DELETE FROM docket_entries WHERE id = 12',
        written: ['no child 102'],
      },
    ])
    .run(async ({ assert }, { sql, written }) => {
      await archive.sql(sql)
      assert.sameMembers(await archive.caughtUp(), written)
    })
})
