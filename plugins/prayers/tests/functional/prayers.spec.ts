/** `/prayers/`, availability checks, and grants. */
import app from '@adonisjs/core/services/app'
import { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { followed } from '#tests/helpers/consumers'
import { mailsTo } from '#tests/helpers/mails'
import { changeDocument, makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { READ_FOR_EMAILS, transactionStatements } from '#tests/helpers/transaction_statements'
import { makePdf } from '#plugins/federal_records/tests/make_pdf'
import { store } from '#plugins/federal_records/tests/stored_pdf'
import { listDeliveries, makeEndpoint } from '#plugins/webhooks/tests/endpoints'
import { checkPrayer } from '../../processing/check_availability.js'
import type { AskedDocument, CourtCheck } from '#plugins/fetch/public'
import Prayer from '../../models/prayer.js'
import consumer from '../../processing/consumer.js'
import { checkAvailability, notifyGranted } from '../../jobs.js'
import { Jobs } from '#app/jobs/jobs'

const PRAYERS = '/api/rest/v4/prayers/'
const GRANTED_EVENT = 5

test.group('prayers', (group) => {
  let docket: OwnDocket
  let documents: number[]
  let owner: TestAccount
  let email: string

  group.each.setup(async () => {
    docket = await makeDocket()
    ;({ documents } = await docket.addEntry(
      'MOTION',
      Array.from({ length: 7 }, () => ({}))
    ))
    email = `${Math.random().toString(36).slice(2)}@example.org`
    owner = await makeAccount({ email })
    return async () => {
      await docket.remove()
    }
  })

  async function ask(method: string, url: string, body?: object, account = owner) {
    const client = new ApiClient(`http://${process.env.HOST}:${process.env.PORT}`)
    const request = client.request(url, method).header('authorization', account.authorization)
    return body ? request.json(body) : request
  }
  const pray = (document: number, account = owner) =>
    ask('POST', PRAYERS, { recap_document: document }, account)
  const database = () => app.container.make('lucid.db')
  /** Runs the checks of the jobs with a simulated court system. */
  const checkAll = async (check: CourtCheck) => {
    const waiting = await Prayer.query().whereIn('documentId', documents).orderBy('id')
    for (const { id } of waiting) await checkPrayer(await database(), String(id), check)
  }
  const run = async (name: string) => (await app.container.make(Jobs)).runWaiting(name)
  const documentRow = async (id: number) =>
    (await database()).from('archive_documents').where({ id }).first()

  test('creates pending requests and ignores a sent status', async ({ assert }) => {
    const made = await ask('POST', PRAYERS, { recap_document: documents[0], status: 2 })
    assert.equal(made.status(), 201)
    const { id, date_created: created, ...rest } = made.body()
    assert.deepEqual(rest, { status: 1, recap_document: documents[0] })
    assert.equal(Object.keys(made.body()).join(), 'id,date_created,status,recap_document')
    assert.match(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/)
    assert.deepEqual((await ask('GET', `${PRAYERS}${id}/`)).body(), made.body())
  })

  test('rejects invalid requests', async ({ assert }) => {
    await changeDocument(documents[6]!, { is_available: true })
    await pray(documents[0]!)
    for (const [document, field] of [
      [documents[0]!, 'non_field_errors'],
      [documents[6]!, 'recap_document'],
      [999_999_999, 'recap_document'],
    ] as const) {
      const refused = await pray(document)
      assert.equal(refused.status(), 400)
      assert.deepEqual(Object.keys(refused.body()), [field])
    }
    const { id } = (await pray(documents[1]!)).body()
    for (const method of ['PUT', 'PATCH'])
      assert.equal((await ask(method, `${PRAYERS}${id}/`, {})).status(), 405, method)
  })

  test('allows 5 requests in 24 hours, 15 for members; withdrawn ones do not count', async ({
    assert,
  }) => {
    let last = 0
    for (const document of documents.slice(0, 5)) {
      const made = await pray(document)
      assert.equal(made.status(), 201)
      last = made.body().id
    }
    const refused = await pray(documents[5]!)
    assert.equal(refused.status(), 400)
    assert.include(refused.body().non_field_errors[0], '5')
    assert.equal((await ask('DELETE', `${PRAYERS}${last}/`)).status(), 204)
    assert.equal((await pray(documents[5]!)).status(), 201)
    // Requests older than 24 hours don't count either.
    await (
      await database()
    )
      .from('prayers')
      .where('user_id', owner.id)
      .update({ date_created: new Date(Date.now() - 25 * 3_600_000) })
    assert.equal((await pray(documents[6]!)).status(), 201)

    const member = await makeAccount({
      membership: { level: 'tier_1', payment_status: 'succeeded', termination_date: null },
    })
    for (const document of documents) assert.equal((await pray(document, member)).status(), 201)
    const lapsed = await makeAccount({
      membership: { level: 'tier_1', payment_status: 'failed', termination_date: null },
    })
    const statuses = []
    for (const document of documents) statuses.push((await pray(document, lapsed)).status())
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 400, 400])
  })

  test('applies the limit to concurrent requests', async ({ assert }) => {
    const answers = await Promise.all(documents.map((document) => pray(document)))
    assert.equal(answers.filter((answer) => answer.status() === 201).length, 5)
  })

  test('lists only the pending requests of the caller', async ({ assert }) => {
    const other = await makeAccount()
    const theirs = (await pray(documents[0]!, other)).body()
    const mine = (await pray(documents[0]!)).body()
    const granted = (await pray(documents[1]!)).body()
    await followed(consumer, () => changeDocument(documents[1]!, { is_available: true }))
    const idsOf = async (query = '') =>
      (await ask('GET', `${PRAYERS}${query}`)).body().results.map(({ id }: { id: number }) => id)
    assert.deepEqual(await idsOf(), [mine.id])
    assert.deepEqual(await idsOf('?status=2'), [])
    assert.deepEqual(await idsOf(`?recap_document=${documents[0]}&status__in=1,2`), [mine.id])
    assert.deepEqual(await idsOf(`?user=${other.id}`), [])
    assert.deepEqual(await idsOf('?date_created__gte=2999-01-01'), [])
    const today = mine.date_created.slice(0, 10)
    const window = `?date_created_after=${today}&date_created_before=${today}`
    assert.deepEqual(await idsOf(window), [mine.id])
    assert.deepEqual(await idsOf('?date_created_before=2020-01-01'), [])
    assert.deepEqual(await idsOf('?date_created_after=2999-01-01'), [])
    assert.equal((await ask('GET', `${PRAYERS}?date_created_after=soon`)).status(), 400)
    for (const { id } of [theirs, granted]) {
      assert.equal((await ask('GET', `${PRAYERS}${id}/`)).status(), 404)
      assert.equal((await ask('DELETE', `${PRAYERS}${id}/`)).status(), 404)
    }
  })

  test('grants each prayer once when its document becomes available', async ({ assert }) => {
    const otherEmail = `${Math.random().toString(36).slice(2)}@example.org`
    const other = await makeAccount({ email: otherEmail })
    const endpoint = await makeEndpoint(owner.id, 'https://example.org/', {
      event_type: GRANTED_EVENT,
    })
    const prayer = (await pray(documents[0]!)).body()
    await pray(documents[0]!, other)
    const still = (await pray(documents[1]!)).body()
    await followed(consumer, () => changeDocument(documents[0]!, { description: 'Exhibit' }))
    assert.lengthOf(await listDeliveries(endpoint), 0)

    await followed(
      consumer,
      () => changeDocument(documents[0]!, { is_available: true, page_count: 12 }),
      { again: true }
    )
    const statements = await transactionStatements(() => run(notifyGranted.name))
    assert.isNotEmpty(statements.filter((sql) => /insert into "mails"/.test(sql)))
    assert.isEmpty(statements.filter((sql) => READ_FOR_EMAILS.test(sql)))
    const [delivery, ...more] = await listDeliveries(endpoint)
    assert.isEmpty(more)
    assert.deepEqual(JSON.parse(delivery!.body).payload, { ...prayer, status: 2 })
    for (const address of [email, otherEmail]) {
      const mails = (await mailsTo(address)).filter((mail) => mail.includes('is now on Curia'))
      assert.lengthOf(mails, 1)
      assert.include(mails[0], 'Ash <b> v. Beech & Sons (1:26-cv-00077)')
      assert.include(mails[0], 'One other account requested it. The court system charges $1.20')
      assert.include(mails[0], `/docket/${docket.id}/1/ash-v-beech/`)
      assert.include(mails[0], `X-Entity-Ref-ID: prayer.document:${documents[0]}`)
    }
    const rows = await (await database()).from('prayers').where('user_id', owner.id).orderBy('id')
    assert.deepEqual(
      rows.map((row) => [Number(row.id), row.status]),
      [
        [prayer.id, 2],
        [still.id, 1],
      ]
    )
    await changeDocument(documents[0]!, { is_available: false })
    await followed(consumer, () => changeDocument(documents[0]!, { is_available: true }))
    await run(notifyGranted.name)
    assert.lengthOf(await listDeliveries(endpoint), 1)
  })

  test('grants prayers for a stored PDF and its copies in other dockets', async ({
    assert,
    cleanup,
  }) => {
    const [row] = await (await database()).from('archive_documents').where('id', documents[0]!)
    const other = await makeDocket()
    cleanup(other.remove)
    const same = [{ registry_doc_id: row.registry_doc_id }]
    const [copy] = (await other.addEntry('MOTION', same)).documents
    const prayers = [(await pray(documents[0]!)).body().id, (await pray(copy!)).body().id]
    const bytes = await makePdf([{ lines: ['Granted'] }])
    await followed(consumer, () => store(documents[0]!, bytes))
    const rows = await (await database()).from('prayers').whereIn('id', prayers)
    assert.deepEqual(
      rows.map(({ status }) => status),
      [2, 2]
    )
  })

  test('notifies the owner if the document has no ID in the court system', async ({ assert }) => {
    await changeDocument(documents[0]!, { registry_doc_id: '' })
    await pray(documents[0]!)
    await pray(documents[1]!)
    await run(checkAvailability.name)
    const mails = await mailsTo(email)
    assert.lengthOf(mails, 1)
    assert.include(mails[0], "Subject: A document you requested can't be purchased")
  })

  test('queries the court system only if stored data is insufficient', async ({ assert }) => {
    const asked: AskedDocument[] = []
    const answers = new Map<string, { purchasable: boolean; pages?: number }>()
    const check: CourtCheck = {
      ask: async (document) => {
        asked.push(document)
        return answers.get(String(document.id))!
      },
    }
    const [free, sealed, open] = documents as [number, number, number]
    answers.set(String(free), { purchasable: true, pages: 7 })
    answers.set(String(sealed), { purchasable: false })
    await changeDocument(open, { is_sealed: false })
    for (const document of [free, sealed, open]) await pray(document)
    await checkAll(check)
    assert.deepEqual(
      asked.map(({ id }) => Number(id)),
      [free, sealed]
    )
    assert.match(asked[0]!.registry_doc_id, /^0350/)
    assert.containsSubset(await documentRow(free), { is_sealed: false, page_count: 7 })
    assert.containsSubset(await documentRow(sealed), { is_sealed: true, page_count: null })
    assert.lengthOf(await mailsTo(email), 1)

    // A response is valid for a week.
    const otherEmail = `${Math.random().toString(36).slice(2)}@example.org`
    await pray(sealed, await makeAccount({ email: otherEmail }))
    await checkAll(check)
    assert.lengthOf(asked, 2)
    assert.lengthOf(await mailsTo(otherEmail), 1)
    await (
      await database()
    )
      .from('document_availability')
      .where('document_id', sealed)
      .update({ last_checked: new Date(Date.now() - 8 * 86_400_000) })
    answers.set(String(sealed), { purchasable: true })
    await pray(sealed, await makeAccount())
    await checkAll(check)
    assert.lengthOf(asked, 3)
    assert.containsSubset(await documentRow(sealed), { is_sealed: false })
    const record = await (
      await database()
    )
      .from('document_availability')
      .where('document_id', sealed)
      .first()
    assert.isNull(record)
  })

  test('notifies an account once, and skips documents that arrive during the check', async ({
    assert,
  }) => {
    const [gone, coming] = documents as [number, number]
    const check: CourtCheck = {
      ask: async ({ id }) => {
        if (Number(id) === coming) await changeDocument(coming, { is_available: true })
        return { purchasable: false }
      },
    }
    const { id } = (await pray(gone)).body()
    await pray(coming)
    await checkAll(check)
    // Simulates a crash between the email and the end of the job.
    await checkPrayer(await database(), String(id), check)
    assert.lengthOf(await mailsTo(email), 1)
    assert.containsSubset(await documentRow(gone), { is_sealed: true })
    assert.containsSubset(await documentRow(coming), { is_available: true, is_sealed: null })
    const records = await (
      await database()
    )
      .from('document_availability')
      .whereIn('document_id', [gone, coming])
    assert.deepEqual(
      records.map(({ document_id: key }) => Number(key)),
      [gone]
    )
  })
})
