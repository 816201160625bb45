/** Traces as an OpenTelemetry collector receives them. */
import { randomBytes, randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { mailLink } from '#app/accounts/links'
import { startTracing } from '#app/boot/tracing_provider'
import sendMail from '#app/mail/send_mail_job'
import { statementSpan } from '#app/database/traced_statements'
import { currentTraceparent, isTraced, traced } from '#app/support/tracing/spans'
import { makeAccount } from '#tests/helpers/accounts'
import { mailsTo } from '#tests/helpers/mails'
import {
  toAttributeMap,
  EVERY_SPAN,
  TraceCollector,
  type CollectedSpan,
} from '#tests/helpers/trace_collector'
import { Visitor } from '#tests/helpers/visitor'

const [SERVER, CLIENT, CONSUMER] = [2, 3, 5]

test.group('traces', (group) => {
  let collector: TraceCollector
  let stop: (() => Promise<void>) | undefined

  group.each.setup(async () => {
    collector = await TraceCollector.start()
    return async () => {
      await stop?.()
      stop = undefined
      collector.close()
    }
  })

  const begin = async (sampling: Partial<Parameters<typeof startTracing>[1]> = {}) => {
    stop = await startTracing(app, { ...EVERY_SPAN, url: collector.url, ...sampling })
  }
  const caller = () => {
    const [trace, span] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    return { trace, span, header: `00-${trace}-${span}-01` }
  }

  test("a request continues its caller's trace and contains its statements", async ({
    client,
    assert,
  }) => {
    await begin()
    const { trace, span, header } = caller()
    const account = await makeAccount()
    const id = randomUUID()
    const response = await client
      .get('/api/rest/v4/courts/ca9/')
      .qs({ fields: 'id' })
      .header('authorization', account.authorization)
      .header('x-request-id', id)
      .header('traceparent', header)
    response.assertStatus(200)
    const request = await collector.span(
      ({ traceId, kind }) => traceId === trace && kind === SERVER
    )
    assert.match(request.name, /^GET \/api\/rest\/v4\/courts\/:\w+/)
    assert.equal(request.parentSpanId, span)
    assert.deepInclude(toAttributeMap(request.attributes), {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'curia.request_id': id,
    })
    const statement = await collector.span(
      ({ parentSpanId, name }) => parentSpanId === request.spanId && name === 'SELECT'
    )
    assert.equal(statement.traceId, trace)
    assert.equal(statement.kind, CLIENT)
    const { 'db.query.text': text, ...others } = toAttributeMap(statement.attributes)
    assert.deepEqual(others, { 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT' })
    assert.match(`${text}`, /^SELECT .*\$1/s)
    assert.deepEqual([...collector.paths], ['/v1/traces'])
    assert.deepInclude(toAttributeMap(collector.resources[0]!), { 'service.name': 'curia' })
  })

  test('a job links to the request that sent it and contains no secret', async ({ assert }) => {
    await begin()
    const email = `${randomUUID()}@example.org`
    await makeAccount({ email, confirmed: true })
    const visitor = new Visitor()
    await visitor.submit('/reset-password/', { email })
    const [mail] = await mailsTo(email)
    assert.isString(mail)
    const request = await collector.span(({ name }) => name === 'POST /reset-password')
    // There may be other jobs with the same names.
    const jobOf = (job: string, cause: CollectedSpan) =>
      collector.span(
        ({ name, links }) =>
          name === `job ${job}` &&
          links.some(({ traceId, spanId }) => traceId === cause.traceId && spanId === cause.spanId)
      )
    const first = await jobOf(mailLink.name, request)
    assert.equal(first.kind, CONSUMER)
    assert.isTrue(!first.parentSpanId)
    const requestId = toAttributeMap(request.attributes)['curia.request_id']
    assert.equal(toAttributeMap(first.attributes)['curia.request_id'], requestId)
    const second = await jobOf(sendMail.name, first)
    await collector.span(
      ({ name, parentSpanId }) => name === 'send email' && parentSpanId === second.spanId
    )

    const sent = JSON.stringify(collector.spans)
    const link = new URL(/^https?:\S+$/m.exec(mail!)![0])
    assert.notInclude(sent, email)
    assert.notInclude(sent, link.pathname)
    for (const value of visitor.cookies.values()) assert.notInclude(sent, value)
  })

  test('statements have no literals, and failed spans have the type of the error', async ({
    assert,
  }) => {
    await begin()
    const database = await app.container.make('lucid.db')
    await assert.rejects(() =>
      traced('work', { kind: 'consumer', cause: '' }, async () => {
        statementSpan(`UPDATE a SET b = 'it''s' WHERE c = 'open`)!.end()
        await database.transaction((trx) => trx.rawQuery('SELECT 1 / ?::int', [0]))
      })
    )
    const work = await collector.span(({ name }) => name === 'work')
    assert.equal(work.status.code, 2)
    const texts = collector.spans.map(
      ({ attributes }) => toAttributeMap(attributes)['db.query.text']
    )
    assert.includeMembers(texts, [`UPDATE a SET b = '?' WHERE c = '?'`, 'SELECT 1 / $1::int'])
    const failed = collector.spans.find(
      ({ status, name }) => status.code === 2 && name === 'SELECT'
    )!
    assert.equal(failed.parentSpanId, work.spanId)
    assert.equal(toAttributeMap(failed.attributes)['error.type'], '22012')
    assert.notInclude(JSON.stringify(collector.spans), 'division by zero')
  })

  test('unsampled spans are not sent', async ({ client, assert }) => {
    await begin({ sampler: 'traceidratio', ratio: 0 })
    const { header } = caller()
    await client.get('/api/rest/v4/courts/ca9/').header('traceparent', header)
    await begin({ sampler: 'parentbased_always_off' })
    const { trace, header: sampled } = caller()
    await client.get('/api/rest/v4/courts/ca9/').header('traceparent', sampled)
    await collector.span(({ kind }) => kind === SERVER)
    assert.deepEqual([...new Set(collector.spans.map(({ traceId }) => traceId))], [trace])
  })

  test('an unreachable collector costs one log line and does not affect requests', async ({
    client,
    assert,
  }) => {
    collector.isBroken = true
    const warnings: string[] = []
    const logger = { warn: (_: object, text: string) => warnings.push(text) }
    const make = async (name: unknown) =>
      name === 'logger' ? logger : app.container.make(name as never)
    stop = await startTracing({ container: { make } } as never, {
      ...EVERY_SPAN,
      url: collector.url,
    })
    while (collector.refused < 3)
      (await client.get('/api/rest/v4/courts/ca9/?fields=id')).assertStatus(200)
    await stop()
    stop = undefined
    assert.deepEqual(warnings, ['could not send traces to the collector'])
  })

  test('nothing is traced by default', async ({ client, assert }) => {
    assert.isFalse(isTraced())
    await traced('work', { kind: 'consumer' }, async () => assert.isUndefined(currentTraceparent()))
    ;(await client.get('/api/rest/v4/courts/ca9/?fields=id')).assertStatus(200)
    assert.deepEqual(collector.spans, [])
  })
})
