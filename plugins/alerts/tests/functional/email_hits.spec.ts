/** The page that lists the hits of an email. */
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { mailsTo } from '#tests/helpers/mails'
import { Visitor } from '#tests/helpers/visitor'
import { HitMailer } from '../../delivery/hit_mailer.js'
import { makeReader, matching, storeAlert } from '../alert_helpers.js'
import {
  addCluster,
  addDocket,
  addDocument,
  addOpinion,
  addRecording,
  removeRows,
  uniqueWord,
} from '../archive_rows.js'

type Reader = Awaited<ReturnType<typeof makeReader>>

test.group('hits of an email', (group) => {
  let database: Database
  let reader: Reader
  let word: string
  const visitor = () => new Visitor()

  group.each.setup(async () => {
    database = await app.container.make('lucid.db')
    await database.from('search_alerts').delete()
    reader = await makeReader('tier_1')
    word = uniqueWord()
    return removeRows
  })

  /** Sends the daily email. @returns the paths of its pages of hits */
  async function sendEmail(): Promise<string[]> {
    const before = (await mailsTo(reader.email)).length
    await (await app.container.make(HitMailer)).send(String(reader.id), 'dly')
    const sent = (await mailsTo(reader.email)).slice(before)
    return [...new Set(sent.join('\n').match(/\/alert\/hits\/[A-Za-z0-9]{40}\//g) ?? [])]
  }

  /** Distinct links to decisions, recordings, cases, and documents on a page. */
  const linksOf = (text: string) => {
    const [list = ''] = /<ol class="results">[^]*?<\/ol>/.exec(text) ?? []
    const links = list.matchAll(/href="(\/(?:opinion|docket|audio)\/[^"]+)"/g)
    return [...new Set([...links].map(([, url]) => url!))]
  }
  const store = (type: string) =>
    storeAlert(reader, `q=${word}&type=${type}`, { type, rate: 'dly', name: 'Ours & <theirs>' })

  test('lists rows of bulk files with old dates', async ({ assert }) => {
    await store('o')
    await matching(async () => {
      const { cluster, opinion } = await addCluster(`A ${word}.`, '1901-02-03')
      for (const [table, id] of [
        ['opinions', opinion],
        ['opinion_clusters', cluster],
      ] as const)
        await database.from(table).where({ id }).update({ date_modified: '2001-02-03' })
    })
    const [path] = await sendEmail()
    const page = await visitor().get(path!)
    assert.equal(page.status, 200)
    assert.lengthOf(linksOf(page.text), 1)
    assert.include(page.text, `<mark>${word}</mark>`)
    assert.include(page.text, 'One hit in the email of')
    assert.include(page.text, 'Ours &amp; &lt;theirs&gt;')
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.equal(page.headers.get('x-robots-tag'), 'noindex')
  })

  test('lists only the hits of its email and alert', async ({ assert }) => {
    await store('o')
    await storeAlert(reader, `q=${word}+walnut`, { rate: 'dly' })
    await matching(() => addCluster(`A ${word}.`))
    const [first] = await sendEmail()
    await matching(async () => {
      await addCluster(`Another ${word}.`)
      await addCluster(`A ${word} and a walnut.`)
    })
    const [second, third] = await sendEmail()
    // Later changes and new matches don't change the pages.
    await matching(() => addCluster(`A third ${word} and a walnut.`))
    const counts = []
    for (const path of [first, second, third])
      counts.push(linksOf((await visitor().get(path!)).text).length)
    assert.deepEqual(counts.toSorted(), [1, 1, 2])
    assert.equal(counts[0], 1)
  })

  test('lists cases with their documents', async ({ assert }) => {
    await store('r')
    await matching(async () => {
      const docket = await addDocket(`${word} v. Birch`)
      await addDocument(docket, 'A walnut.', 2)
      const other = await addDocket('Alder v. Birch')
      await addDocument(other, `A ${word}.`)
      await addDocument(other, 'A walnut.')
    })
    const [path] = await sendEmail()
    const { text } = await visitor().get(path!)
    // A case with two documents that match by its name, and a case with one document.
    assert.include(text, '4 hits in the email of')
    assert.lengthOf(linksOf(text), 5)
  })

  for (const [type, add] of [
    ['oa', () => addRecording(word)],
    ['d', () => addDocket(word)],
  ] as const)
    test(`lists hits of type ${type}`, async ({ assert }) => {
      await store(type)
      await matching(add)
      const [path] = await sendEmail()
      assert.lengthOf(linksOf((await visitor().get(path!)).text), 1)
    })

  test('pages through all hits, including those that the email omits', async ({ assert }) => {
    await store('r')
    await matching(async () => {
      const docket = await addDocket('Alder v. Birch')
      await addDocument(docket, `A ${word}.`, 70)
      for (let added = 0; added < 25; added++) await addDocket(`${word} v. Birch`)
    })
    const [path] = await sendEmail()
    const [first, second] = [await visitor().get(path!), await visitor().get(`${path}?page=2`)]
    assert.include(first.text, '95 hits in the email of')
    assert.include(first.text, '?page=2')
    assert.notInclude(second.text, '?page=3')
    const links = [...linksOf(first.text), ...linksOf(second.text)]
    // The case of the documents is on both pages.
    assert.lengthOf(links, 25 + 70 + 2)
    for (const page of ['3', '0', '-1', 'x', '1.5', '99999'])
      assert.equal((await visitor().get(`${path}?page=${page}`)).status, 404, page)
  })

  test('omits the text of sealed documents', async ({ assert }) => {
    await store('r')
    let document = 0
    await matching(async () => {
      document = await addDocument(await addDocket('Alder v. Birch'), `A ${word} secret.`)
    })
    const [path] = await sendEmail()
    assert.include((await visitor().get(path!)).text, 'secret')
    await database.from('archive_documents').where('id', document).update({ is_sealed: true })
    const sealed = await visitor().get(path!)
    assert.equal(sealed.status, 200)
    assert.notInclude(sealed.text, 'secret')
    assert.notInclude(sealed.text, word)
  })

  test('counts deleted records', async ({ assert }) => {
    await store('o')
    const made: { cluster: number; opinion: number }[] = []
    await matching(async () => {
      for (let added = 0; added < 3; added++) made.push(await addCluster(`A ${word}.`))
      await addOpinion(made[0]!.cluster, `Another ${word}.`)
    })
    const [path] = await sendEmail()
    await database.from('opinions').where('id', made[0]!.opinion).delete()
    await database.from('opinion_clusters').where('id', made[1]!.cluster).delete()
    await database.from('opinions').where('id', made[2]!.opinion).delete()
    const { text } = await visitor().get(path!)
    assert.lengthOf(linksOf(text), 1)
    assert.include(text, '3 hits are no longer in the archive')
  })

  test('returns 404 for unknown keys and for deleted alerts', async ({ assert }) => {
    const { id, key } = await store('o')
    await matching(() => addCluster(`A ${word}.`))
    const [path] = await sendEmail()
    for (const other of ['x'.repeat(40), key, 'x', '%00', `${'x'.repeat(40)}'`, id])
      assert.equal((await visitor().get(`/alert/hits/${other}/`)).status, 404, other)
    // The key of a page is no key of the alert.
    const disable = path!.replace('hits', 'disable')
    assert.equal((await visitor().get(disable)).status, 404)
    await database.from('search_alerts').where({ id }).update({ rate: 'off' })
    assert.equal((await visitor().get(path!)).status, 200)
    await database.from('search_alerts').where({ id }).delete()
    assert.equal((await visitor().get(path!)).status, 404)
  })
})
