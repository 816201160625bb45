/**
 * Tools that read and search texts of documents (tool server, tools 8 and 9).
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { followed } from '#tests/helpers/consumers'
import { changeDocument, makeDocket } from '#tests/helpers/own_docket'
import { ToolServices } from '../../services.js'
import withdrawnTexts from '../../state/withdrawn_texts_consumer.js'
import { call, callForObject, post, send, type Headers } from '../rpc.js'

/** 1,005 characters, two of which are surrogate pairs in UTF-16. */
const TEXT = `${'a'.repeat(98)}\u{1f600}\u{1f600}${'b'.repeat(100)}${'Motion. '.repeat(100)}stay!`

async function headersOfNewAccount(): Promise<Headers> {
  const { authorization } = await makeAccount()
  return { authorization }
}

/** Creates a docket with documents that have these texts. */
async function documentsWith(
  cleanup: (remove: () => Promise<void>) => void,
  ...texts: string[]
): Promise<number[]> {
  const docket = await makeDocket()
  cleanup(docket.remove)
  const { documents } = await docket.addEntry(
    'Motion',
    texts.map((text) => ({ plain_text: text }))
  )
  return documents
}

/** Creates a cluster with opinions that have these values. */
async function clusterWith(
  cleanup: (remove: () => Promise<void>) => void,
  ...opinions: object[]
): Promise<{ cluster: number; opinions: number[] }> {
  const database = await app.container.make('lucid.db')
  const docket = await makeDocket()
  const [{ id: cluster }] = await database
    .table('opinion_clusters')
    .insert({
      docket_id: docket.id,
      date_filed: '2020-01-01',
      case_name: 'Elm v. Fir',
      slug: 'elm',
    })
    .returning('id')
  cleanup(async () => {
    await database.from('opinions').where('cluster_id', cluster).delete()
    await database.from('opinion_clusters').where('id', cluster).delete()
    await docket.remove()
  })
  const made: number[] = []
  for (const values of opinions) {
    const [{ id }] = await database
      .table('opinions')
      .insert({ cluster_id: cluster, type: '020lead', ...values })
      .returning('id')
    made.push(Number(id))
  }
  return { cluster: Number(cluster), opinions: made }
}

test.group('tool read_document', () => {
  test('returns a complete text', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const [id] = await documentsWith(cleanup, TEXT)
    const args = { archive_document_id: id }
    assert.deepEqual(await callForObject(client, 'read_document', args, headers), {
      doc_type: 'archive_document',
      doc_id: id,
      total_chars: 1005,
      text: TEXT,
    })
  })

  test('returns chunks without splitting characters', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const [id] = await documentsWith(cleanup, TEXT)
    const read = (index: number | number[], size = 100) => {
      const args = { archive_document_id: id, chunk_index: index, chunk_size: size }
      return callForObject(client, 'read_document', args, headers)
    }
    const common = { doc_type: 'archive_document', doc_id: id, total_chars: 1005 }
    const sizes = { chunk_size: 100, total_chunks: 11 }
    const first = `${'a'.repeat(98)}\u{1f600}\u{1f600}`
    assert.deepEqual(await read(0), { ...common, chunk_index: 0, ...sizes, text: first })
    assert.deepEqual(await read([10, 1, 0]), {
      ...common,
      ...sizes,
      chunks: [
        { chunk_index: 10, text: 'stay!' },
        { chunk_index: 1, text: 'b'.repeat(100) },
        { chunk_index: 0, text: first },
      ],
    })
    assert.lengthOf((await read([1, 1, 0, 1])).chunks, 2)
    const all = await read([...Array(10).keys()], 101)
    const texts = all.chunks.map(({ text }: any) => text)
    assert.equal(texts.join(''), TEXT)
    const standard = { archive_document_id: id, chunk_index: 0 }
    assert.deepInclude(await callForObject(client, 'read_document', standard, headers), {
      chunk_size: 8000,
      total_chunks: 1,
      text: TEXT,
    })
  })

  test('rejects chunks beyond the end', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const [id] = await documentsWith(cleanup, TEXT)
    const args = { archive_document_id: id, chunk_index: [0, 11, 12], chunk_size: 100 }
    const { text, isError } = await call(client, 'read_document', args, headers)
    assert.isTrue(isError)
    assert.equal(
      text,
      'chunk_index 11, 12 is out of range: the document has 11 chunks of 100 characters, from 0 to 10.'
    )
  })

  test('reports a document without text', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const [id] = await documentsWith(cleanup, '')
    for (const more of [{}, { chunk_index: 3 }]) {
      const args = { archive_document_id: id, ...more }
      assert.deepEqual(await callForObject(client, 'read_document', args, headers), {
        doc_type: 'archive_document',
        doc_id: id,
        error: 'No text is available for this document.',
      })
    }
  })

  test('prefers the text of an opinion with linked citations', async ({
    client,
    assert,
    cleanup,
  }) => {
    const headers = await headersOfNewAccount()
    const { opinions } = await clusterWith(
      cleanup,
      { html_with_citations: '<p>linked</p>', plain_text: 'plain' },
      { plain_text: 'plain' }
    )
    const textOf = async (id?: number) =>
      (await callForObject(client, 'read_document', { opinion_id: id }, headers)).text
    assert.equal(await textOf(opinions[0]), '<p>linked</p>')
    assert.equal(await textOf(opinions[1]), 'plain')
  })

  test('reads the main opinion of a cluster and lists the others', async ({
    client,
    assert,
    cleanup,
  }) => {
    const headers = await headersOfNewAccount()
    const { cluster, opinions } = await clusterWith(
      cleanup,
      { type: '040dissent', plain_text: 'no' },
      { type: '010combined', plain_text: 'yes' },
      { type: '030concurrence', plain_text: 'also' }
    )
    const args = { cluster_id: cluster }
    const { text, meta } = await call(client, 'read_document', args, headers)
    assert.deepEqual(JSON.parse(text), {
      doc_type: 'opinion',
      doc_id: opinions[1],
      sibling_opinion_ids: [opinions[0], opinions[2]],
      total_chars: 3,
      text: 'yes',
    })
    assert.lengthOf(meta.links, 2)
  })

  test('rejects a cluster without opinions', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const { cluster } = await clusterWith(cleanup)
    for (const id of [cluster, 999_999_999]) {
      const refusal = await call(client, 'read_document', { cluster_id: id }, headers)
      assert.deepInclude(refusal, { isError: true, text: `Cluster ${id} has no opinions.` })
    }
  })

  test('accepts exactly one document', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const args of [{}, { opinion_id: 1, cluster_id: 1 }, { chunk_index: 1 }]) {
      const { text, isError } = await call(client, 'read_document', args, headers)
      assert.isTrue(isError)
      assert.equal(text, 'Provide exactly one of opinion_id, archive_document_id, or cluster_id.')
    }
    const nulls = { opinion_id: 999_999_999, cluster_id: null, chunk_index: null }
    const { text } = await call(client, 'read_document', nulls, headers)
    assert.match(text, /^Curia API error: HTTP 404: /)
  })

  test('rejects arguments beyond their limits', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const [args, problem] of [
      [{ chunk_size: 99 }, 'chunk_size: 99 is less than the minimum of 100'],
      [{ chunk_index: -1 }, 'chunk_index: -1 is less than the minimum of 0'],
      [{ chunk_index: Array(11).fill(0) }, 'chunk_index: [0,0,0,0,0,0,0,0,0,0,0] is too long'],
      [{ chunk_index: [] }, 'chunk_index: [] should be non-empty'],
      [{ opinion_id: [1] }, "opinion_id: [1] is not of type 'integer'"],
    ] as const) {
      const document = 'opinion_id' in args ? {} : { opinion_id: 1 }
      const sent = { ...document, ...args }
      const { text, isError } = await call(client, 'read_document', sent, headers)
      assert.isTrue(isError)
      assert.include(text, problem)
    }
  })

  test('charges one request, and none for a cached text', async ({ client, assert, cleanup }) => {
    const [id] = await documentsWith(cleanup, TEXT)
    await withLimits(async () => {
      const { authorization } = await makeAccount()
      const other = await headersOfNewAccount()
      const args = { archive_document_id: id, chunk_index: 0 }
      const first = await call(client, 'read_document', args, { authorization })
      assert.lengthOf(first.meta.links, 1)
      for (const headers of [{ authorization }, other]) {
        const again = await call(client, 'read_document', args, headers)
        assert.equal(again.text, first.text)
        assert.notProperty(again.meta, 'links')
      }
      const usage = await callForObject(client, 'get_api_usage', {}, { authorization })
      const minute = usage.current_usage.find(
        ({ scope, window_seconds: seconds }: any) => scope === 'user' && seconds === 60
      )
      assert.equal(minute.used, 1)
    })
  })

  test('provides the texts of document resources', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const [id] = await documentsWith(cleanup, TEXT)
    const uri = `curia://document/${id}/0`
    const { result } = await send(client, 'resources/read', { uri }, headers)
    assert.equal(JSON.parse(result.contents[0].text).text, TEXT)
  })
})

test.group('tool search_document', () => {
  test('returns passages with a phrase, case-insensitively', async ({
    client,
    assert,
    cleanup,
  }) => {
    const headers = await headersOfNewAccount()
    const [id] = await documentsWith(cleanup, TEXT)
    const args = { archive_document_id: id, query: 'STAY', snippet_size: 50 }
    assert.deepEqual(await callForObject(client, 'search_document', args, headers), {
      doc_type: 'archive_document',
      doc_id: id,
      query: 'STAY',
      total_chars: 1005,
      match_count: 1,
      shown: 1,
      snippets: [{ position: 1000, text: `...${'Motion. '.repeat(100).slice(-50)}stay!` }],
    })
  })

  test('shows the first 20 matches and counts all', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const [id] = await documentsWith(cleanup, TEXT)
    const args = { archive_document_id: id, query: 'motion. ' }
    const found = await callForObject(client, 'search_document', args, headers)
    assert.deepInclude(found, { match_count: 100, shown: 20 })
    assert.lengthOf(found.snippets, 20)
    assert.equal(found.snippets[1].position, 208)
    assert.isTrue(found.snippets[0].text.startsWith('aaa'))
    assert.isTrue(found.snippets[0].text.endsWith('...'))
  })

  test('treats a phrase literally', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const [id] = await documentsWith(cleanup, 'Rule 12(b)(6) and 12.b.6')
    const count = async (query: string) => {
      const args = { archive_document_id: id, query }
      return (await callForObject(client, 'search_document', args, headers)).match_count
    }
    assert.equal(await count('12(B)(6)'), 1)
    assert.equal(await count('12.'), 1)
    assert.equal(await count('.*'), 0)
    const { text, isError } = await call(
      client,
      'search_document',
      { archive_document_id: id, query: '' },
      headers
    )
    assert.isTrue(isError)
    assert.include(text, "query: '' should be non-empty")
  })

  test('searches several documents even if one fails', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const [one, none, other] = await documentsWith(cleanup, 'a stay', '', 'no more')
    const missing = 999_999_999
    const args = { archive_document_id: [one, none, missing, other], query: 'stay' }
    const { results } = await callForObject(client, 'search_document', args, headers)
    assert.deepEqual(
      results.map(({ doc_id: id, match_count: count }: any) => [id, count]),
      [
        [one, 1],
        [none, undefined],
        [missing, undefined],
        [other, 0],
      ]
    )
    assert.equal(results[1].error, 'No text is available for this document.')
    assert.match(results[2].error, /^Curia API error: HTTP 404: /)
    const single = { archive_document_id: [one], query: 'stay' }
    const list = await callForObject(client, 'search_document', single, headers)
    assert.lengthOf(list.results, 1)
  })

  test('searches the main opinion of a cluster', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const { cluster, opinions } = await clusterWith(
      cleanup,
      { type: '020lead', plain_text: 'It is so ordered.' },
      { type: '040dissent', plain_text: 'I dissent.' }
    )
    const args = { cluster_id: cluster, query: 'ordered' }
    const found = await callForObject(client, 'search_document', args, headers)
    assert.deepInclude(found, { doc_id: opinions[0], match_count: 1 })
    assert.deepEqual(found.sibling_opinion_ids, [opinions[1]])
  })

  test('rejects missing documents, several kinds, and lists of clusters', async ({
    client,
    assert,
  }) => {
    const headers = await headersOfNewAccount()
    for (const [args, problem] of [
      [{}, 'Provide exactly one of opinion_id, archive_document_id, or cluster_id.'],
      [{ opinion_id: [1], cluster_id: 1 }, 'Provide exactly one of'],
      [{ cluster_id: [1] }, "cluster_id: [1] is not of type 'integer'"],
      [{ opinion_id: Array(11).fill(1) }, 'opinion_id: [1,1,1,1,1,1,1,1,1,1,1] is too long'],
      [{ opinion_id: 1, snippet_size: 49 }, 'snippet_size: 49 is less than the minimum of 50'],
      [{ opinion_id: 1, snippet_size: 10_001 }, 'is greater than the maximum of 10000'],
    ] as const) {
      const sent = { ...args, query: 'x' }
      const { text, isError } = await call(client, 'search_document', sent, headers)
      assert.isTrue(isError)
      assert.include(text, problem)
    }
  })
})

test.group('tools: withdrawn texts', () => {
  const read = async (client: any, args: object, headers: Headers) =>
    callForObject(client, 'read_document', args, headers)

  test('are no longer read or searched when a document is sealed', async ({
    client,
    assert,
    cleanup,
  }) => {
    const headers = await headersOfNewAccount()
    const [id] = await documentsWith(cleanup, 'a secret formula')
    const args = { archive_document_id: id }
    assert.equal((await read(client, args, headers)).text, 'a secret formula')
    await followed(withdrawnTexts, () => changeDocument(id!, { is_sealed: true }))
    for (const [tool, more] of [
      ['read_document', {}],
      ['search_document', { query: 'secret' }],
    ] as const) {
      const { text } = await call(client, tool, { ...args, ...more }, headers)
      assert.include(text, 'No text is available for this document.')
      assert.notInclude(text, 'formula')
    }
  })

  test('of sealed documents are hidden before they are withdrawn: {$self}')
    .with(['read_document', 'search_document'])
    .run(async ({ client, assert, cleanup }, tool) => {
      const headers = await headersOfNewAccount()
      const [id] = await documentsWith(cleanup, 'a secret formula')
      const args = {
        archive_document_id: id,
        ...(tool === 'search_document' && { query: 'secret' }),
      }
      assert.include((await call(client, tool, args, headers)).text, 'secret formula')
      await changeDocument(id!, { is_sealed: true })
      const { text } = await call(client, tool, args, headers)
      assert.notInclude(text, 'formula')
    })

  test('of deleted documents are hidden before they are withdrawn', async ({
    client,
    assert,
    cleanup,
  }) => {
    const headers = await headersOfNewAccount()
    const { opinions } = await clusterWith(cleanup, { plain_text: 'once' })
    const args = { opinion_id: opinions[0] }
    assert.equal((await read(client, args, headers)).text, 'once')
    const database = await app.container.make('lucid.db')
    await database.from('opinions').where('id', opinions[0]!).delete()
    assert.isTrue((await call(client, 'read_document', args, headers)).isError)
  })

  test('are replaced', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const [id] = await documentsWith(cleanup, 'before')
    const args = { archive_document_id: id }
    await read(client, args, headers)
    await followed(withdrawnTexts, () => changeDocument(id!, { plain_text: 'after' }))
    assert.equal((await read(client, args, headers)).text, 'after')
  })

  test('of deleted opinions are removed', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const { opinions } = await clusterWith(cleanup, { plain_text: 'once' })
    const args = { opinion_id: opinions[0] }
    assert.equal((await read(client, args, headers)).text, 'once')
    const database = await app.container.make('lucid.db')
    await followed(withdrawnTexts, () =>
      database.from('opinions').where('id', opinions[0]!).delete()
    )
    const { text, isError } = await call(client, 'read_document', args, headers)
    assert.isTrue(isError)
    assert.match(text, /^Curia API error: HTTP 404: /)
  })

  /** Removes the marker, so that texts of the type are cached again. */
  const keepAgain = async () => {
    const { store, registry } = await app.container.make(ToolServices)
    for (const { type } of registry.documents) await store.delete(`mcp:withdrawn:${type}`)
  }

  test('are all withdrawn when the consumer is rebuilt', async ({ client, assert, cleanup }) => {
    cleanup(keepAgain)
    const headers = await headersOfNewAccount()
    const [id] = await documentsWith(cleanup, 'before')
    const args = { archive_document_id: id }
    for (const text of ['before', 'before']) {
      assert.equal((await read(client, args, headers)).text, text)
      await changeDocument(id!, { plain_text: 'after' })
    }
    await withdrawnTexts.rebuild()
    assert.equal((await read(client, args, headers)).text, 'after')
  })

  test('are removed for many documents together', async ({ client, assert, cleanup }) => {
    cleanup(keepAgain)
    const headers = await headersOfNewAccount()
    const [id] = await documentsWith(cleanup, 'before')
    const args = { archive_document_id: id }
    await read(client, args, headers)
    const changes = [
      { table: 'archive_documents', isQuiet: false, ids: [[id! - 5000, id! + 5000]] },
    ]
    await withdrawnTexts.handle({ changes } as any)
    await changeDocument(id!, { plain_text: 'after' })
    assert.equal((await read(client, args, headers)).text, 'after')
    await changeDocument(id!, { plain_text: randomUUID() })
    assert.notEqual((await read(client, args, headers)).text, 'after')
  })
})

test.group('tools of documents: credentials', () => {
  test('are required', async ({ client }) => {
    for (const name of ['read_document', 'search_document']) {
      const params = { name, arguments: { opinion_id: 1038, query: 'x' } }
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      for (const headers of [{}, { authorization: 'Token 0123456789' }]) {
        const response = await post(client, message, headers as Headers)
        response.assertStatus(401)
      }
    }
  })
})
