/**
 * Search alerts, while what matches and sends is killed with `kill -9` at
 * random moments: every document is sent once on every channel.
 * CURIA_TEST_CRASHES says how often; 50 take some minutes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { crashesOr, MortalProcesses } from '#tests/helpers/mortal_processes'
import { Receiver } from '#plugins/webhooks/tests/receiver'
import { noteSecrets } from '#tests/helpers/secrets'
import { ROOT, ace } from '#tests/helpers/server_process'

const CRASHES = crashesOr(2)
/** Milliseconds for what was left in the air to be noticed and done again. */
const TIMEOUT_MS = 300_000
const WITHOUT = !existsSync(join(ROOT, 'plugins/alerts'))

const CASE = `
  WITH docket AS (INSERT INTO dockets (source, court_id, docket_number) VALUES (2, 'ca9', '1') RETURNING id),
  cluster AS (
    INSERT INTO opinion_clusters (docket_id, date_filed, case_name, slug, precedential_status)
    SELECT id, current_date, 'Alder v. Birch', 'alder', 'Published' FROM docket RETURNING id
  )
  INSERT INTO opinions (cluster_id, type, plain_text) SELECT id, '020lead', 'A peanut.' FROM cluster RETURNING id`

test.group('search alerts and kill -9', (group) => {
  let processes: MortalProcesses
  let receiver: Receiver

  group.setup(async () => {
    if (WITHOUT) return () => {}
    receiver = await Receiver.start()
    processes = await MortalProcesses.start({
      ALERTS_GATHER_SECONDS: '1',
      WEBHOOK_ALLOWED_HOSTS: receiver.host,
    })
    return async () => {
      await processes.stop()
      await receiver.stop()
    }
  })

  test('no hit is lost, and none sent twice', async ({ assert }) => {
    const authorization = await makeAccount()
    const response = await fetch(processes.address('/api/rest/v4/webhooks/'), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url, event_type: 2, enabled: true }),
    })
    assert.equal(response.status, 201)
    noteSecrets('webhook secret', [((await response.json()) as { secret: string }).secret])
    await processes.rows(
      `INSERT INTO courts (id, position, short_name, full_name, jurisdiction) VALUES ('ca9', 1, 'Ninth', 'Ninth', 'F')
       ON CONFLICT DO NOTHING`
    )
    await processes.rows(
      `INSERT INTO search_alerts (user_id, name, query, rate, alert_type, secret_key)
       SELECT id, 'Peanuts', 'q=peanut', 'rt', 'o', repeat('k', 40) FROM accounts WHERE username = 'reader'`
    )

    const made: number[] = []
    let adding = true
    const load = (async () => {
      while (adding) {
        made.push(Number((await processes.rows(CASE))[0].id))
        await sleep(50)
      }
    })()
    await processes.killInTurns(CRASHES, 3000)
    adding = false
    await load

    const OPEN = `
      SELECT (SELECT count(*) FROM opinions) - (SELECT count(*) FROM search_alert_hits WHERE mailed_at IS NOT NULL)
        + (SELECT count(*) FROM webhook_deliveries WHERE status <> 2)
        + (SELECT count(*) FROM mails WHERE sent_at IS NULL) AS count`
    const deadline = Date.now() + TIMEOUT_MS
    while (Number((await processes.rows(OPEN))[0].count) && Date.now() < deadline) await sleep(300)

    const wanted = made.sort((a, b) => a - b)
    const hits = await processes.rows('SELECT key FROM search_alert_hits ORDER BY key')
    assert.deepEqual(
      hits.map(({ key }) => Number(key)),
      wanted
    )
    assert.deepEqual(toldByWebhooks(), wanted)
    const unmailed = await processes.rows('SELECT 1 FROM search_alert_hits WHERE mailed_at IS NULL')
    assert.lengthOf(unmailed, 0)
    const { made: mailsMade, sent } = await mails()
    assert.equal(sent, mailsMade)
    assert.isAtLeast(sent, 1)
    const failed = await processes.rows(`SELECT name FROM jobs.job WHERE state = 'failed'`)
    assert.deepEqual(failed, [])
    assert.isAbove(wanted.length, 20)
  })
    .timeout(600_000 + CRASHES * 15_000)
    .skip(WITHOUT, 'needs the plugin alerts')

  async function makeAccount(): Promise<string> {
    const command = ace(
      ['accounts:create', 'reader', '--email=reader@example.org'],
      processes.environment
    )
    command.process.stdin?.end()
    const { output } = await command.ended
    // Mails in real time are for members.
    await ace(['accounts:membership', 'reader', 'tier_1'], processes.environment).ended
    const authorization = /Authorization: (Token \w+)/.exec(output)![1]!
    noteSecrets('token', [authorization.split(' ')[1]!])
    return authorization
  }

  /** Opinions in distinct events; one may have come twice where a kill was between its answer and our commit. */
  function toldByWebhooks(): number[] {
    const events = new Map(
      receiver.received.map(({ headers, body }) => [headers['webhook-id'], body])
    )
    const told = [...events.values()].flatMap((body) => {
      const { payload } = JSON.parse(body) as {
        payload: { results: { opinions: { id: number }[] }[] }
      }
      return payload.results.flatMap(({ opinions }) => opinions.map(({ id }) => id))
    })
    return told.sort((a, b) => a - b)
  }

  /** How many mails hits were put into, and how many distinct ones went out. */
  async function mails(): Promise<{ made: number; sent: number }> {
    const [{ made }] = await processes.rows(
      'SELECT count(DISTINCT mailed_at) AS made FROM search_alert_hits'
    )
    const folderOfMails = join(processes.folder, 'mail')
    const ids = readdirSync(folderOfMails)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(folderOfMails, name), 'utf8'))
      .filter((mail) => mail.includes('Alert has hits'))
      .map((mail) => /^Message-ID:\s*(\S+)/im.exec(mail)![1]!)
    return { made: Number(made), sent: new Set(ids).size }
  }
})
