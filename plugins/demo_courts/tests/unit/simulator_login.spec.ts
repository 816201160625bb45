/** The simulated central login and sessions at the courts. */
import { test } from '@japa/runner'
import { isLoggedIn } from '#app/court_pages/session_state'
import { pageOutcome } from '#app/court_pages/page_outcomes'
import { ONE_TIME_CODES } from '../../simulator/start_simulator.js'
import { CourtVisitor } from '../court_visitor.js'
import { useSimulator } from '../use_simulator.js'

const LOGIN = 'https://pacer.login.uscourts.gov/services/cso-auth'
const QUERY = 'https://ecf.akd.uscourts.gov/cgi-bin/possible_case_numbers.pl?3:24-cv-00101'
const REPORT = 'https://ecf.akd.uscourts.gov/cgi-bin/DktRpt.pl?70101'

test.group('simulator: login', (group) => {
  const use = useSimulator(group)

  test('opens a session with a token of 128 characters', async ({ assert }) => {
    const body = await new CourtVisitor(use.simulator).logIn()
    assert.equal(body.loginResult, '0')
    assert.equal(body.errorDescription, '')
    assert.match(body.nextGenCSO!, /^[0-9a-f]{128}$/)
  })

  test('rejects or warns depending on the account: {account}')
    .with([
      { account: 'nobody', fields: {}, result: '1', text: /Invalid username/ },
      {
        account: 'simreader',
        fields: { password: 'wrong' },
        result: '1',
        text: /Invalid username/,
      },
      { account: 'simnotice', fields: {}, result: '0', text: /expires in 5 days/ },
      { account: 'simexpired', fields: {}, result: '1', text: /password has expired/ },
      { account: 'simdisabled', fields: {}, result: '1', text: /disabled/ },
      { account: 'simfiler', fields: {}, result: '0', text: /^$/ },
      { account: 'simfiler', fields: { redactFlag: '' }, result: '1', text: /must redact/ },
      { account: 'simclient', fields: {}, result: '1', text: /client code was not entered/ },
      { account: 'simclient', fields: { clientCode: 'A 1' }, result: '0', text: /^$/ },
      { account: 'simfactor', fields: {}, result: '1', text: /one-time passcode/ },
      { account: 'simfactor', fields: { otpCode: '000000' }, result: '1', text: /one-time/ },
    ])
    .run(async ({ assert }, { account, fields, result, text }) => {
      const body = await new CourtVisitor(use.simulator).logIn(account, fields)
      assert.equal(body.loginResult, result)
      assert.match(body.errorDescription, text)
      assert.equal(Boolean(body.nextGenCSO), result === '0')
    })

  test('accepts a one-time code once', async ({ assert }) => {
    const visitor = new CourtVisitor(use.simulator)
    const logIn = async (otpCode: string) => {
      const { loginResult } = await visitor.logIn('simfactor', { otpCode })
      return loginResult
    }
    assert.equal(await logIn(ONE_TIME_CODES[0]), '0')
    assert.equal(await logIn(ONE_TIME_CODES[0]), '1')
    assert.equal(await logIn(use.simulator.issueCode('123456')), '0')
  })

  test('returns 503 or no token for two accounts', async ({ assert }) => {
    const visitor = new CourtVisitor(use.simulator)
    const fields = { password: 'Simulated-1', redactFlag: '1' }
    assert.equal((await visitor.postJson(LOGIN, { loginId: 'simdown', ...fields })).status, 503)
    const body = await visitor.logIn('simnotoken')
    assert.notProperty(body, 'nextGenCSO')
    assert.equal(body.loginResult, '0')
  })

  test('rejects invalid JSON', async ({ assert }) => {
    const visitor = new CourtVisitor(use.simulator)
    assert.equal((await visitor.post(LOGIN, { loginId: 'simreader' })).status, 400)
    assert.equal((await visitor.get(LOGIN)).status, 405)
  })

  test('ends a session on logout', async ({ assert }) => {
    const visitor = await use.visitor()
    await visitor.postJson('https://pacer.login.uscourts.gov/services/cso-logout', {
      nextGenCSO: visitor.cookies.NextGenCSO,
    })
    assert.isFalse(isLoggedIn((await visitor.get(QUERY)).text))
  })
})

test.group('simulator: sessions', (group) => {
  const use = useSimulator(group)

  test('return the page of their program without a login', async ({ assert }) => {
    const visitor = new CourtVisitor(use.simulator)
    const query = await visitor.get(QUERY)
    assert.include(query.text, 'Not logged in.  Please refresh this page.')
    const report = await visitor.get(REPORT)
    assert.include(report.text, 'name="GetPass"')
    for (const { text } of [query, report]) {
      assert.isFalse(isLoggedIn(text))
      assert.equal(pageOutcome(text), 'not_logged_in')
    }
  })

  test('accept either cookie', async ({ assert }) => {
    const { cookies } = await use.visitor()
    for (const name of ['NextGenCSO', 'PacerSession']) {
      const visitor = new CourtVisitor(use.simulator)
      visitor.cookies = { [name]: cookies[name] }
      assert.isTrue(isLoggedIn((await visitor.get(QUERY)).text))
    }
  })

  test('end after some requests, or when a test expires them', async ({ assert }) => {
    const brief = await use.visitor('simbrief')
    const states = []
    for (let at = 0; at < 4; at++) states.push(isLoggedIn((await brief.get(QUERY)).text))
    assert.deepEqual(states, [true, true, true, false])
    const [one, other] = [await use.visitor(), await use.visitor('simreader2')]
    use.simulator.expireSessions('simreader')
    assert.isFalse(isLoggedIn((await one.get(REPORT)).text))
    assert.isTrue(isLoggedIn((await other.get(REPORT)).text))
  })

  test('show an unnecessary login page once', async ({ assert }) => {
    const visitor = await use.visitor('simspurious')
    assert.equal(pageOutcome((await visitor.get(REPORT)).text), 'not_logged_in')
    assert.isTrue(isLoggedIn((await visitor.get(REPORT)).text))
  })

  test('have no privileges for the first request at one court', async ({ assert }) => {
    const visitor = await use.visitor()
    const url = 'https://ecf.ilnd.uscourts.gov/cgi-bin/possible_case_numbers.pl?1:24-cv-1'
    assert.include((await visitor.get(url)).text, 'no access privileges defined')
    assert.include((await visitor.get(url)).text, 'Cannot find case')
  })

  test('require the Referer header of data miners', async ({ assert }) => {
    const visitor = await use.visitor()
    const { text } = await visitor.get(QUERY, { referer: 'https://elsewhere' })
    assert.include(text, 'may not come from inside the system')
  })
})

test.group('simulator: hosts', (group) => {
  const use = useSimulator(group)

  test('respond without a login; other hosts do not', async ({ assert }) => {
    const visitor = new CourtVisitor(use.simulator)
    for (const host of ['ecf.akd', 'ecf.moed', 'dcecf.psc', 'ecf.ca5']) {
      const { status, text } = await visitor.get(`https://${host}.uscourts.gov/`)
      assert.equal(status, 200)
      assert.include(text, 'SIMULATED')
    }
    assert.equal((await visitor.get('https://example.com/')).status, 421)
    assert.equal((await visitor.get('https://ecf.akd.uscourts.gov/other')).status, 404)
  })

  test('ban clients that send HEAD requests to one court', async ({ assert }) => {
    const visitor = new CourtVisitor(use.simulator)
    const head = await visitor.send('https://ecf.akd.uscourts.gov/', { method: 'HEAD' })
    assert.equal(head.status, 200)
    const [url, other] = ['https://ecf.nysd.uscourts.gov/', 'https://ecf.akd.uscourts.gov/']
    await visitor.send(url, { method: 'HEAD' })
    assert.equal((await visitor.get(url)).status, 403)
    assert.equal((await visitor.get(other)).status, 200)
  })

  test('reject large bodies', async ({ assert }) => {
    const visitor = await use.visitor()
    const sent = visitor.post(REPORT, { all_case_ids: 'x'.repeat(300_000) })
    const outcome = await sent.then(
      ({ status }) => String(status),
      (error: NodeJS.ErrnoException) => error.code
    )
    assert.oneOf(outcome, ['413', 'ECONNRESET', 'EPIPE'])
  })
})

test.group('simulator: faults', (group) => {
  const use = useSimulator(group)

  test('apply to matching requests in order', async ({ assert }) => {
    const visitor = await use.visitor()
    use.simulator.failNext({ kind: 'status', status: 504, path: /DktRpt/ })
    use.simulator.failNext({ kind: 'status', status: 408, path: /DktRpt/ })
    use.simulator.failNext({ kind: 'malformed', path: /DktRpt/ })
    use.simulator.failNext({ kind: 'page', path: /DktRpt/, text: 'Case not found.' })
    assert.equal((await visitor.get(QUERY)).status, 200)
    assert.equal((await visitor.get(REPORT)).status, 504)
    const late = await visitor.get(REPORT)
    assert.equal(late.status, 408)
    assert.equal(pageOutcome(late.text), 'try_again')
    assert.isNull(pageOutcome((await visitor.get(REPORT)).text))
    assert.equal(pageOutcome((await visitor.get(REPORT)).text), 'case_not_found')
    assert.equal(pageOutcome((await visitor.get(REPORT)).text), 'report_form')
  })

  test('close a connection before the program runs or after billing', async ({ assert }) => {
    const visitor = await use.visitor()
    const url = 'https://ecf.akd.uscourts.gov/doc1/02312500104'
    const buy = () => visitor.post(url, { caseid: '70101', got_receipt: '1' })
    use.simulator.failNext({ kind: 'cut', path: /doc1/ })
    await assert.rejects(buy)
    assert.equal(use.simulator.ledger.countPurchases('02302500104'), 0)
    use.simulator.failNext({ kind: 'cut', path: /doc1/, when: 'after' })
    await assert.rejects(buy)
    assert.equal(use.simulator.ledger.countPurchases('02302500104'), 1)
  })

  test('delay a response', async ({ assert }) => {
    const visitor = await use.visitor()
    use.simulator.failNext({ kind: 'slow', delay: 5, host: 'ecf.akd.uscourts.gov' })
    assert.isTrue(isLoggedIn((await visitor.get(QUERY)).text))
  })
})
