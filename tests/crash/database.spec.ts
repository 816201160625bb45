/**
 * Kills the postmaster with `kill -9` during all kinds of writes, and checks that
 * no acknowledged write is lost. `npm run test:crash` kills it 200 times.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { hashPassword } from '#app/accounts/passwords'
import { crashesOr, MortalProcesses } from '#tests/helpers/mortal_processes'
import { Receiver } from '#plugins/webhooks/tests/receiver'
import { noteSecrets } from '#tests/helpers/secrets'
import { ace, ROOT } from '#tests/helpers/server_process'
import { Visitor } from '#tests/helpers/visitor'

const KILLS = crashesOr(2)
/** Milliseconds for deliveries and emails to be sent after the last kill. */
const TIMEOUT = 300_000
const PASSWORD = 'a long way to Tipperary'
const PLUGINS = ['alerts', 'prayers', 'tags', 'webhooks']
const MISSING = PLUGINS.filter((name) => !existsSync(join(ROOT, 'plugins', name)))
const DOCUMENTS = 50
/** Milliseconds for any response, even while the database is down. */
const RESPONSE_TIMEOUT = 60_000
const WRITES_BETWEEN = 10
/** Milliseconds until the server accepts writes again. */
const BACK_WITHIN = 300_000

test.group('the database and kill -9', (group) => {
  let processes: MortalProcesses
  let receiver: Receiver
  let token: string
  let loading = true
  /** Acknowledged writes so far. */
  let writes = 0
  /** Requests that had no response in time. */
  const hanging: string[] = []
  /** Response statuses with their counts. */
  const statuses = new Map<number, number>()

  group.setup(async () => {
    if (MISSING.length) return () => {}
    receiver = await Receiver.start()
    processes = await MortalProcesses.start({
      WEBHOOK_ALLOWED_HOSTS: receiver.host,
      REGISTRATION: 'open',
    })
    return async () => {
      await processes.stop()
      await receiver.stop()
    }
  })

  test('loses no acknowledged write', async ({ assert }) => {
    await prepare()
    const endpoint = await created('webhooks', {
      url: receiver.url,
      event_type: 6,
      enabled: true,
    })
    const owner = await visitor('ada')
    const staff = await visitor('bea')

    const acknowledged = {
      tags: [] as string[],
      forms: [] as string[],
      staff: [] as string[],
      registered: [] as string[],
      tests: 0,
    }
    /** Acknowledged records that the request to delete them couldn't find. */
    const lost: string[] = []

    const loads = [
      repeat(async (n) => {
        const name = `tag-${n}`
        if (await api('POST', 'tags', { name })) acknowledged.tags.push(name)
      }),
      ...[
        ['prayers', (n: number) => ({ recap_document: (n % DOCUMENTS) + 1 })],
        ['docket-alerts', () => ({ docket: 1 })],
        [
          'alerts',
          (n: number) => ({
            name: `Alert ${n}`,
            query: 'q=peanut&type=o',
            rate: 'off',
            alert_type: 'o',
          }),
        ],
      ].map(([path, body]) =>
        repeat(async (n) => {
          const made = await api('POST', path as string, (body as (n: number) => object)(n))
          if (!made) return
          const record = `${path as string}/${made.id}`
          while (loading) {
            const answer = await attempt('DELETE', `${record}/`)
            // An earlier attempt whose response was lost may have deleted it.
            if (answer === undefined || answer.status >= 500) return
            if (answer.status === 404) lost.push(record)
            return
          }
        })
      ),
      repeat(async (n) => {
        const name = `form-${n}`
        if (await submitted(owner, '/profile/tags/', { name })) acknowledged.forms.push(name)
      }),
      repeat(async (n) => {
        const notes = `note ${n}`
        const values = { scope: 'user', rates: '7/min', notes }
        if (await submitted(staff, '/admin/accounts/1/overrides/', values, '/admin/accounts/1/'))
          acknowledged.staff.push(notes)
      }),
      repeat(async () => {
        const page = `/profile/webhooks/${endpoint.id}/`
        if (await submitted(owner, `${page}test/`, {}, page)) acknowledged.tests++
        await sleep(100)
      }),
      repeat(async (n) => {
        const username = `new-${n}`
        const form = {
          username,
          email: `${username}@example.org`,
          password: PASSWORD,
          password_confirmation: PASSWORD,
          consent: 'true',
        }
        if (await submitted(new Visitor(processes.address('')), '/register/', form))
          acknowledged.registered.push(username)
        await sleep(200)
      }),
    ]
    await processes.killDatabase(KILLS, { underLoad, rest: 500 })
    // Finish with a few writes and no kill.
    await sleep(1000)
    loading = false
    await Promise.all(loads)

    const OPEN = `SELECT (SELECT count(*) FROM webhook_deliveries WHERE status <> 2)
                       + (SELECT count(*) FROM mails WHERE sent_at IS NULL) AS count`
    const deadline = Date.now() + TIMEOUT
    while (Number((await processes.rows(OPEN))[0]!.count) && Date.now() < deadline) await sleep(300)

    const texts = async (sql: string) =>
      new Set((await processes.rows(sql)).map(({ text }) => text as string))
    const tags = await texts(`SELECT name AS text FROM user_tags`)
    const audited = await texts(
      `SELECT substring(after::text from 'note \\d+') AS text FROM audit_entries WHERE action = 'override.set'`
    )
    const accounts = await texts(`SELECT username AS text FROM accounts`)
    const mailed = mailedTo()
    const [{ count: deliveries }] = await processes.rows(
      `SELECT count(*) FROM webhook_deliveries WHERE status = 2`
    )
    const without = (wanted: string[], found: Set<string>) =>
      wanted.filter((one) => !found.has(one))
    assert.deepEqual(
      {
        tags: without(acknowledged.tags, tags),
        forms: without(acknowledged.forms, tags),
        staff: without(acknowledged.staff, audited),
        accounts: without(acknowledged.registered, accounts),
        emails: without(acknowledged.registered, mailed),
        lost,
        hanging,
        open: Number((await processes.rows(OPEN))[0]!.count),
      },
      { tags: [], forms: [], staff: [], accounts: [], emails: [], lost: [], hanging: [], open: 0 }
    )
    // Any request returns 503 while the database is unavailable.
    assert.isUndefined(statuses.get(500))
    assert.isAtLeast(Number(deliveries), acknowledged.tests)
    const delivered = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    assert.equal(delivered.size, Number(deliveries))
    assert.isAbove(acknowledged.tags.length, KILLS)
    for (const [kind, made] of Object.entries(acknowledged))
      assert.isAbove(typeof made === 'number' ? made : made.length, 0, kind)
    // Writes in flight were rejected with a correct status.
    assert.deepEqual(
      [...statuses.keys()].filter((status) => status >= 500 && status !== 503),
      [],
      JSON.stringify([...statuses])
    )
  })
    .timeout(TIMEOUT + 600_000 + KILLS * 30_000)
    .skip(MISSING.length > 0, `needs the plugins ${MISSING.join(', ')}`)

  async function prepare(): Promise<void> {
    for (const name of ['ada', 'bea']) {
      const made = ace(
        ['accounts:create', name, `--email=${name}@example.org`],
        processes.environment
      )
      made.process.stdin?.end()
      const { output } = await made.ended
      if (name === 'ada') token = /Token \w+/.exec(output)![0]
    }
    noteSecrets('token', [token.split(' ')[1]!])
    const hash = await hashPassword(PASSWORD)
    await processes.rows(
      `UPDATE accounts SET password = '${hash}';
       INSERT INTO account_rights (account_id, "right") SELECT id, '*' FROM accounts WHERE username = 'bea';
       INSERT INTO courts (id, position, short_name, full_name, jurisdiction) VALUES ('nysd', 1, 'S.D.N.Y.', 'Southern District', 'FD');
       INSERT INTO dockets (id, court_id, source, case_name, slug) VALUES (1, 'nysd', 1, 'Ash v. Beech', 'ash-v-beech');
       INSERT INTO docket_entries (id, docket_id, entry_number, description) VALUES (1, 1, 1, 'COMPLAINT');
       INSERT INTO archive_documents (id, docket_entry_id, document_type, document_number, registry_doc_id)
         SELECT n, 1, 1, n, '0350' || n FROM generate_series(1, ${DOCUMENTS}) AS n`
    )
  }

  async function visitor(username: string): Promise<Visitor> {
    const signedIn = new Visitor(processes.address(''))
    const { status, text } = await signedIn.signIn({ username, password: PASSWORD })
    if (status !== 302) throw new Error(text)
    return signedIn
  }

  function noteStatus(status: number): void {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status < 400) writes++
  }

  /** Waits until some more writes are acknowledged. */
  async function underLoad(): Promise<void> {
    const enough = writes + WRITES_BETWEEN
    const deadline = Date.now() + BACK_WITHIN
    while (writes < enough) {
      if (Date.now() > deadline)
        throw new Error(`no further writes: ${JSON.stringify([...statuses])}`)
      await sleep(20)
    }
  }

  /** Repeats work until the load ends, each time with a new number. */
  async function repeat(work: (n: number) => Promise<void>): Promise<void> {
    for (let n = 1; loading; n++) {
      const refused = statuses.get(503)
      await work(n)
      // Like clients that respect Retry-After, and to give the database time to restart.
      await sleep(statuses.get(503) === refused ? 20 : 300)
    }
  }

  /** A response, or undefined if the server sent none. */
  async function attempt(method: string, path: string, body?: object) {
    try {
      const response = await fetch(processes.address(`/api/rest/v4/${path}`), {
        method,
        headers: { 'authorization': token, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT),
      })
      const text = await response.text()
      noteStatus(response.status)
      return { status: response.status, text }
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') hanging.push(`${method} ${path}`)
      return undefined
    }
  }

  /** The record of an acknowledged write. */
  async function api(method: string, path: string, body: object): Promise<any> {
    const answer = await attempt(method, `${path}/`, body)
    return answer && answer.status < 300 ? JSON.parse(answer.text) : undefined
  }

  async function created(path: string, body: object): Promise<any> {
    const made = await api('POST', path, body)
    if (!made) throw new Error(`${path} was not created`)
    return made
  }

  /** Whether a form was accepted. */
  async function submitted(
    by: Visitor,
    path: string,
    values: Record<string, string>,
    from = path
  ): Promise<boolean> {
    try {
      const { status, location } = await by.submit(path, values, { from })
      noteStatus(status)
      return status === 302 && !location?.startsWith('/sign-in/')
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') hanging.push(`form ${path}`)
      return false
    }
  }

  /** Names of accounts that received an email. */
  function mailedTo(): Set<string> {
    const folder = join(processes.folder, 'mail')
    const mails = existsSync(folder) ? readdirSync(folder) : []
    return new Set(
      mails
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .map((mail) => /^To: (\S+)@/m.exec(mail)?.[1] ?? '')
    )
  }
})
