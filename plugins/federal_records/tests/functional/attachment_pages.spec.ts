import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'

test.group('attachment pages', () => {
  test('exist for every document of an entry with many attachments', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { connection } = await app.container.make(OpenDatabase)
    const database = new pg.Client(connection)
    await database.connect()
    const { rows } = await database.query(
      `WITH entry AS (INSERT INTO docket_entries (docket_id, entry_number) VALUES (2001, 900) RETURNING id)
       INSERT INTO archive_documents (docket_entry_id, document_type, document_number, attachment_number, description)
       SELECT id, CASE WHEN number IS NULL THEN 1 ELSE 2 END, '900', number, 'Paper ' || coalesce(number, 0)
       FROM entry, (SELECT NULL AS number UNION ALL SELECT generate_series(1, 150)) numbers
       RETURNING docket_entry_id AS id`
    )
    cleanup(async () => {
      await database.query('DELETE FROM docket_entries WHERE id = $1', [rows[0].id])
      await database.end()
    })

    for (const number of [0, 1, 5, 20, 21, 99, 100, 101, 150]) {
      const response = await client.get(`/docket/2001/900/${number ? `${number}/` : ''}a-paper/`)
      assert.equal(response.status(), 200, `attachment ${number}`)
      assert.include(response.text(), `Paper ${number}<`)
    }
    for (const missing of ['900/151', '900/x', '901', '900/01', '9%00', '900/%00']) {
      const response = await client.get(`/docket/2001/${missing}/a-paper/`)
      assert.equal(response.status(), 404, missing)
    }
  })
})
