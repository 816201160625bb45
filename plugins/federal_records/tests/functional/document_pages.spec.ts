import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'

const NUMBERS = ['../1?#', '1/2 é', '5%', '100%41', '1+1', 'ℵ&"<', '7']

test.group('pages of documents', (group) => {
  let database: pg.Client

  group.setup(async () => {
    const { connection } = await app.container.make(OpenDatabase)
    database = new pg.Client(connection)
    await database.connect()
    return () => database.end()
  })

  test('absolute_url opens documents with any number and slug')
    .with(['a/b ü?', 'plain', ''])
    .run(async ({ client, assert, cleanup }, slug) => {
      const { rows } = await database.query(
        `WITH docket AS (INSERT INTO dockets (source, court_id, case_name, slug)
                         VALUES (0, 'nysd', 'Odd', $1) RETURNING id),
              entry AS (INSERT INTO docket_entries (docket_id) SELECT id FROM docket RETURNING id)
         INSERT INTO archive_documents (docket_entry_id, document_type, document_number, attachment_number, description)
         SELECT id, CASE WHEN attachment IS NULL THEN 1 ELSE 2 END, number, attachment,
                'Document ' || number || ' of ' || coalesce(attachment, 0)
         FROM entry, unnest($2::text[]) number, unnest('{NULL,1}'::smallint[]) attachment
         RETURNING id, (SELECT id FROM docket) AS docket, description`,
        [slug, NUMBERS]
      )
      cleanup(async () => {
        await database.query('DELETE FROM dockets WHERE id = $1', [rows[0].docket])
      })
      for (const { id, description } of rows) {
        const { absolute_url: path } = (
          await client.get(`/api/rest/v4/archive-documents/${id}/`)
        ).body()
        assert.match(path, /^\/docket\/[A-Za-z0-9._~%/-]+\/$/)
        const page = await client.get(path)
        assert.equal(page.status(), 200, path)
        assert.include(page.text(), `/api/rest/v4/archive-documents/${id}/`, description)
      }
      const docket = (await client.get(`/api/rest/v4/dockets/${rows[0].docket}/`)).body()
      assert.equal(docket.absolute_url, `/docket/${rows[0].docket}/${encodeURIComponent(slug)}/`)
      ;(await client.get(docket.absolute_url)).assertStatus(200)
    })

  test('links to a file with an unusual name', async ({ client, assert, cleanup }) => {
    const documents = await client
      .get('/api/rest/v4/archive-documents/')
      .qs({ is_available: true, fields: 'id,absolute_url,filepath_local' })
    const { id, absolute_url: path, filepath_local: stored } = documents.body().results[0]
    const rename = (name: string) =>
      database.query('UPDATE archive_documents SET filepath_local = $2 WHERE id = $1', [id, name])
    cleanup(async () => {
      await rename(stored)
    })
    await rename('recap/odd ?#%é.pdf')
    const page = await client.get(path)
    assert.include(page.text(), 'href="/storage/recap/odd%20%3F%23%25%C3%A9.pdf"')
  })
})
