/** Sealed and deleted documents are in no response, including cached ones. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Reader } from '#app/database/reader'
import { areUnchanged, shownRows } from '#app/search/results/row_states'
import { PluginHost } from '#core/plugin_host'
import { makeDocket } from '#tests/helpers/own_docket'
import { searchReady } from '#tests/helpers/search_indexes'

const API = '/api/rest/v4/search/'

/** Pages highlight matches. */
const plain = (text: string) => text.replaceAll(/<\/?mark>|&lt;\/?mark&gt;/g, '')

test.group('search: responses after a document is sealed', (group) => {
  group.setup(searchReady)

  let document: number
  /** Unique words in the part of the text that is shown without a match. */
  let phrase: string
  /** Unique words after that part. */
  let shown: string

  group.each.setup(async () => {
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery<{ rows: { id: number; text: string }[] }>(
      `SELECT id::int, plain_text AS text FROM archive_documents
       WHERE plain_text <> '' AND is_sealed IS NOT TRUE ORDER BY id`
    )
    const texts = rows.map(({ id, text }) => ({ id, text: text.replaceAll(/\s+/g, ' ').trim() }))
    const isUnique = (words: string) =>
      texts.filter(({ text }) => text.includes(words)).length === 1
    const [found] = texts.flatMap(({ id, text }) =>
      [...text.slice(0, 400).matchAll(/\b([a-z]+(?: [a-z]+){3}) ([a-z]+(?: [a-z]+){2})\b/g)]
        .map(([, before, after]) => ({ id, before: before!, after: after! }))
        .filter(({ before, after }) => isUnique(before) && isUnique(after))
    )
    document = found!.id
    phrase = found!.before
    shown = found!.after
    return () => seal(false)
  })

  async function seal(sealed = true): Promise<void> {
    const database = await app.container.make('lucid.db')
    await database.from('archive_documents').where('id', document).update({ is_sealed: sealed })
  }

  test('{$self} contains nothing from a sealed document')
    .with([
      `${API}?type=rd&q=WORDS`,
      `${API}?type=r&q=WORDS`,
      `${API}?type=r&q=WORDS&order_by=dateFiled+desc`,
      `${API}?type=rd&q=WORDS&order_by=entry_date_filed+desc`,
      `${API}?type=rd&q=plain_text:WORDS`,
      `${API}?type=rd&q=WORDS&filed_after=1900`,
      '/api/rest/v3/search/?type=r&q=WORDS',
      '/search/?type=rd&q=WORDS&straight=off',
      '/search/?type=r&q=WORDS&straight=off',
      '/feed/search/?type=rd&q=WORDS',
      '/feed/search/?type=r&q=WORDS',
      '/feed/search/?type=rd&q=plain_text:WORDS',
    ])
    .run(async ({ client, assert }, template) => {
      const path = template.replace('WORDS', encodeURIComponent(`"${phrase}"`))
      const before = await client.get(path)
      before.assertStatus(200)
      assert.include(plain(before.text()), shown)
      // The second response is cached.
      await client.get(path)
      await seal()
      const after = await client.get(path)
      after.assertStatus(200)
      assert.notInclude(plain(after.text()), shown)
      const etag = before.header('etag')
      if (!etag) return
      const conditional = await client.get(path).header('if-none-match', etag)
      conditional.assertStatus(200)
      assert.notInclude(conditional.text(), shown)
    })

  test('highlighted snippets come from the current rows', async ({ client, assert }) => {
    const ask = async () => {
      const query = { type: 'rd', q: `"${phrase}"`, highlight: 'on' }
      const { results } = (await client.get(API).qs(query)).body()
      return results.find(({ id }: { id: number }) => id === document)?.snippet ?? ''
    }
    assert.include(await ask(), '<mark>')
    await ask()
    await seal()
    assert.equal(await ask(), '')
  })

  test('reuses a cached response while its rows are unchanged', async ({ client, assert }) => {
    const path = `${API}?type=rd&q=${encodeURIComponent(`"${phrase}"`)}&highlight=off`
    await client.get(path)
    assert.isDefined((await client.get(path)).header('age'))
    await seal()
    assert.isUndefined((await client.get(path)).header('age'))
  })

  test('an export contains no text of a sealed document', async ({ client, assert }) => {
    const path = `${API}?type=rd&q=${encodeURIComponent(`"${phrase}"`)}&format=jsonl`
    assert.include((await client.get(path)).text(), shown)
    await seal()
    assert.notInclude((await client.get(path)).text(), shown)
  })

  test('detects changed and deleted rows: {$self}')
    .with([
      'UPDATE archive_documents SET is_sealed = true WHERE id = ?',
      "UPDATE archive_documents SET plain_text = '' WHERE id = ?",
      'DELETE FROM archive_documents WHERE id = ?',
      'DELETE FROM docket_entries WHERE id = (SELECT docket_entry_id FROM archive_documents WHERE id = ?)',
      'UPDATE dockets SET blocked = true WHERE id = (SELECT e.docket_id FROM docket_entries e JOIN archive_documents r ON r.docket_entry_id = e.id WHERE r.id = ?)',
    ])
    .run(async ({ assert, cleanup }, change) => {
      const docket = await makeDocket()
      cleanup(() => docket.remove())
      const [children] = [(await docket.addEntry('MOTION')).documents]
      const host = await app.container.make(PluginHost)
      const reader = await app.container.make(Reader)
      const index = host.searchIndexes.find(({ name }) => name === 'dockets')!
      const rows = await shownRows(index, reader, { parents: [docket.id], children })
      assert.isTrue(await areUnchanged(index, reader, rows))
      const database = await app.container.make('lucid.db')
      await database.rawQuery(change, children)
      assert.isFalse(await areUnchanged(index, reader, rows))
    })
})
