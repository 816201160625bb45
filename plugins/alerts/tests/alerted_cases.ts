/**
 * Decisions that a search alert reports by email and webhook while processes are
 * killed. Compares the sent hits with the rows in the database.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Assert } from '@japa/assert'
import { ace } from '#tests/helpers/server_process'
import { noteSecrets } from '#tests/helpers/secrets'
import type { Receiver } from '#plugins/webhooks/tests/receiver'

/** Milliseconds until interrupted work is detected and resumed. */
const TIMEOUT_MS = 300_000
/** Milliseconds between two decisions. */
const PAUSE = 200
/** Occurs in no other record. */
const WORD = 'zymurgical'

const CASE = `
  WITH docket AS (INSERT INTO dockets (source, court_id, docket_number) VALUES (2, 'ca9', '1') RETURNING id),
  cluster AS (
    INSERT INTO opinion_clusters (docket_id, date_filed, case_name, slug, precedential_status)
    SELECT id, current_date, 'Alder v. Birch', 'alder', 'Published' FROM docket RETURNING id
  )
  INSERT INTO opinions (cluster_id, type, plain_text) SELECT id, '020lead', 'A ${WORD} word.' FROM cluster`

/** The server under test, in any number of processes. */
export interface AlertingServer {
  /** Environment of commands. */
  environment: Record<string, string>
  /** Folder of sent emails. */
  mailFolder: string
  address: (path: string) => string
  rows: (sql: string) => Promise<Record<string, any>[]>
}

export class AlertedCases {
  #adding = true
  #clients: Promise<void> | undefined

  constructor(
    readonly server: AlertingServer,
    readonly receiver: Receiver
  ) {}

  /** Environment of the server. */
  static settings({ host }: Receiver): Record<string, string> {
    return { ALERTS_GATHER_SECONDS: '1', WEBHOOK_ALLOWED_HOSTS: host }
  }

  /** Creates the alert with its webhook, and starts to add decisions. */
  async start(): Promise<void> {
    const { server, receiver } = this
    const authorization = await this.#makeAccount()
    const response = await fetch(server.address('/api/rest/v4/webhooks/'), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url, event_type: 2, enabled: true }),
    })
    if (response.status !== 201) throw new Error(await response.text())
    noteSecrets('webhook secret', [((await response.json()) as { secret: string }).secret])
    await server.rows(
      `INSERT INTO courts (id, position, short_name, full_name, jurisdiction) VALUES ('ca9', 1, 'Ninth', 'Ninth', 'F')
       ON CONFLICT DO NOTHING`
    )
    await server.rows(
      `INSERT INTO search_alerts (user_id, name, query, rate, alert_type, secret_key)
       SELECT id, 'Zymurgy', 'q=${WORD}', 'rt', 'o', repeat('k', 40) FROM accounts WHERE username = 'reader'`
    )
    this.#clients = this.#add()
  }

  /** Stops adding, waits until everything is sent, and checks that each decision was sent once on each channel. */
  async assertSentOnce(assert: Assert): Promise<void> {
    this.#adding = false
    await this.#clients
    const { server } = this
    const rows = (sql: string) => server.rows(sql)
    const mine = `SELECT id FROM opinions WHERE plain_text LIKE '%${WORD}%'`
    const OPEN = `
      SELECT (SELECT count(*) FROM (${mine}) AS mine)
        - (SELECT count(*) FROM search_alert_hits WHERE mailed_at IS NOT NULL)
        + (SELECT count(*) FROM webhook_deliveries WHERE status <> 2)
        + (SELECT count(*) FROM mails WHERE sent_at IS NULL) AS count`
    const deadline = Date.now() + TIMEOUT_MS
    while (Number((await rows(OPEN))[0]!.count) && Date.now() < deadline) await sleep(300)

    const wanted = (await rows(`${mine} ORDER BY id`)).map(({ id }) => Number(id))
    const hits = await rows('SELECT key FROM search_alert_hits ORDER BY key')
    assert.deepEqual(
      hits.map(({ key }) => Number(key)),
      wanted
    )
    assert.deepEqual(this.#sentByWebhooks(), wanted)
    const unmailed = await rows('SELECT 1 FROM search_alert_hits WHERE mailed_at IS NULL')
    assert.lengthOf(unmailed, 0)
    const [{ made }] = (await rows(
      'SELECT count(DISTINCT mailed_at) AS made FROM search_alert_hits'
    )) as [{ made: string }]
    assert.equal(this.#mailsSent(), Number(made))
    assert.isAtLeast(Number(made), 1)
    const failed = await rows(`SELECT name FROM jobs.job WHERE state = 'failed'`)
    assert.deepEqual(failed, [])
    assert.isAbove(wanted.length, 20)
  }

  async #add(): Promise<void> {
    while (this.#adding) {
      // If the request fails, the decision may or may not be stored; the rows in the database show which.
      await this.server.rows(CASE).catch(() => {})
      await sleep(PAUSE)
    }
  }

  async #makeAccount(): Promise<string> {
    const { environment } = this.server
    const command = ace(['accounts:create', 'reader', '--email=reader@example.org'], environment)
    command.process.stdin?.end()
    const { output } = await command.ended
    // Real-time emails require a membership.
    await ace(['accounts:membership', 'reader', 'tier_1'], environment).ended
    const authorization = /Authorization: (Token \w+)/.exec(output)![1]!
    noteSecrets('token', [authorization.split(' ')[1]!])
    return authorization
  }

  /** Opinions in distinct events. An event can be repeated after a kill between its response and the commit. */
  #sentByWebhooks(): number[] {
    const events = new Map(
      this.receiver.received.map(({ headers, body }) => [headers['webhook-id'], body])
    )
    const sent = [...events.values()].flatMap((body) => {
      const { payload } = JSON.parse(body) as {
        payload: { results: { opinions: { id: number }[] }[] }
      }
      return payload.results.flatMap(({ opinions }) => opinions.map(({ id }) => id))
    })
    return sent.sort((a, b) => a - b)
  }

  /** Distinct sent emails of the alert. */
  #mailsSent(): number {
    const folder = this.server.mailFolder
    const ids = readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
      .filter((mail) => mail.includes('Alert has hits'))
      .map((mail) => /^Message-ID:\s*(\S+)/im.exec(mail)![1]!)
    return new Set(ids).size
  }
}
