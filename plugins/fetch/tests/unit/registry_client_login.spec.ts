/** The central login (court system 1). */
import { test } from '@japa/runner'
import {
  RegistryError,
  type RegistryErrorCode,
} from '#plugins/fetch/registry_client/registry_error'
import type { Credentials } from '#plugins/fetch/registry_client/types'
import { CREDENTIALS, TOKEN, loggedIn, serveCourts, type ScriptedAnswer } from '../court_server.js'
import { courtPage } from '../court_answers.js'

const refusal = (errorDescription: string): ScriptedAnswer => ({
  body: JSON.stringify({ nextGenCSO: '', loginResult: '1', errorDescription }),
})
const signal = () => new AbortController().signal

/** The error of a failing call. */
async function failureOf(promise: Promise<unknown>): Promise<RegistryError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof RegistryError) return error
    throw error
  }
  throw new Error('it did not fail')
}

test.group('registry client: login', () => {
  test('sends one JSON request without cookies', async ({ assert, cleanup }) => {
    const { client, requests } = await serveCourts(cleanup, () => loggedIn('Password soon.'))
    const session = await client.logIn(CREDENTIALS, signal())
    assert.lengthOf(requests, 1)
    const { method, host, path, headers, body } = requests[0]!
    assert.deepEqual(
      [method, host, path],
      ['POST', 'pacer.login.uscourts.gov', '/services/cso-auth']
    )
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers.accept, 'application/json')
    assert.isUndefined(headers.cookie)
    assert.deepEqual(JSON.parse(body), {
      loginId: CREDENTIALS.username,
      password: CREDENTIALS.password,
      redactFlag: '1',
    })
    assert.equal(session.notice, 'Password soon.')
  })

  test('sends the client code and one-time code if given', async ({ assert, cleanup }) => {
    const { client, requests } = await serveCourts(cleanup, () => loggedIn())
    await client.logIn({ ...CREDENTIALS, clientCode: 'A 1', oneTimeCode: '123456' }, signal())
    const { clientCode, otpCode } = JSON.parse(requests[0]!.body)
    assert.deepEqual([clientCode, otpCode], ['A 1', '123456'])
  })

  test('sends the token and the client code to courts as cookies', async ({ assert, cleanup }) => {
    const { client, requests, context } = await serveCourts(cleanup, ({ host }) =>
      host.startsWith('pacer')
        ? loggedIn()
        : courtPage('<request number="1"><message text="Cannot find case"/></request>')
    )
    const session = await client.logIn({ ...CREDENTIALS, clientCode: 'A 1' }, signal())
    await session.caseQuery('arb', '77', context).catch(() => undefined)
    assert.equal(requests[1]!.host, 'ecf.azb.uscourts.gov')
    assert.equal(
      requests[1]!.headers.cookie,
      `NextGenCSO=${TOKEN}; PacerSession=${TOKEN}; PacerClientCode=A%201`
    )
    const resumed = client.resume(JSON.parse(JSON.stringify(session.state())))
    await resumed.caseQuery('arb', '77', context).catch(() => undefined)
    assert.equal(requests[2]!.headers.cookie, requests[1]!.headers.cookie)
  })

  test('"{said}" causes {code}')
    .with<{ said: string; code: RegistryErrorCode; given?: Partial<Credentials> }[]>([
      { said: 'Invalid username, password, or one-time passcode.', code: 'login_refused' },
      { said: 'All filers must redact.', code: 'login_refused' },
      { said: 'Your account is disabled.', code: 'login_refused' },
      { said: 'A required client code was not entered.', code: 'client_code_required' },
      { said: 'Enter your one-time passcode.', code: 'one_time_code_required' },
      {
        said: 'The one-time passcode is wrong.',
        code: 'login_refused',
        given: { oneTimeCode: '123456' },
      },
    ])
    .run(async ({ assert, cleanup }, { said, code, given }) => {
      const { client, requests } = await serveCourts(cleanup, () => refusal(said))
      const error = await failureOf(client.logIn({ ...CREDENTIALS, ...given }, signal()))
      assert.deepEqual([error.code, error.said, error.retryable], [code, said, false])
      assert.lengthOf(requests, 1)
    })

  test('a result other than 0, or no result, is an error')
    .with(['{"nextGenCSO":"x","loginResult":"13"}', '{"nextGenCSO":"x"}', '{}', '[]', 'null'])
    .run(async ({ assert, cleanup }, body) => {
      const { client } = await serveCourts(cleanup, () => ({ body }))
      const error = await failureOf(client.logIn(CREDENTIALS, signal()))
      assert.equal(error.code, 'login_refused')
    })

  test('a success without a token has a separate code', async ({ assert, cleanup }) => {
    const { client } = await serveCourts(cleanup, () => ({ body: '{"loginResult":"0"}' }))
    assert.equal((await failureOf(client.logIn(CREDENTIALS, signal()))).code, 'no_session_token')
  })

  test('an unavailable login is not a rejection')
    .with<{ answer: ScriptedAnswer; said: string }[]>([
      { answer: { status: 503 }, said: 'HTTP 503' },
      { answer: { status: 302, headers: { location: 'https://example.com/' } }, said: 'HTTP 302' },
      { answer: { body: '<html>' }, said: 'the login response is not JSON' },
      { answer: { drops: true }, said: 'UND_ERR_SOCKET' },
    ])
    .run(async ({ assert, cleanup }, { answer, said }) => {
      const { client, requests } = await serveCourts(cleanup, () => answer)
      const error = await failureOf(client.logIn(CREDENTIALS, signal()))
      assert.deepEqual([error.code, error.said, error.retryable], ['login_unreachable', said, true])
      assert.lengthOf(requests, 1)
    })

  test('a login without a response times out', async ({ assert, cleanup }) => {
    const { client } = await serveCourts(cleanup, () => new Promise(() => {}), { haste: 600 })
    const error = await failureOf(client.logIn(CREDENTIALS, signal()))
    assert.deepEqual([error.code, error.said], ['login_unreachable', 'timeout'])
  })

  test('errors contain no credentials', async ({ assert, cleanup }) => {
    const secrets = { ...CREDENTIALS, clientCode: 'matter-77', oneTimeCode: '918273' }
    const { client } = await serveCourts(cleanup, ({ body }) => refusal(`Refused: ${body}`))
    const error = await failureOf(client.logIn(secrets, signal()))
    const all = [error.message, error.said, error.stack, JSON.stringify(error)].join(' ')
    for (const secret of Object.values(secrets)) assert.notInclude(all, secret)
    assert.isUndefined(error.cause)
  })
})
