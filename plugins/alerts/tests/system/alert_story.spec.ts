/**
 * End to end: a search saved in the browser, an import with a new filing, and one
 * signed webhook event and one email for it at real receivers; then again with
 * every process killed in between.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { freePort, makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { MailServer } from '#tests/helpers/mail_server'
import { Receiver, type ReceivedRequest } from '#plugins/webhooks/tests/receiver'
import { noteSecrets } from '#tests/helpers/secrets'
import { ace, ROOT, ServerProcess } from '#tests/helpers/server_process'

const WITHOUT = !BROWSER || !existsSync(join(ROOT, 'plugins/alerts'))
/** Milliseconds until interrupted work is detected and resumed. */
const TIMEOUT_MS = 300_000
const SEARCH_HITS = 2

test.group('from a filing to notifications', (group) => {
  let folder: string
  let browser: Browser
  let server: ServerProcess
  let mailServer: MailServer
  let receiver: Receiver
  let environment: NodeJS.ProcessEnv
  let cluster: EmbeddedCluster
  let client: pg.Client

  group.setup(async () => {
    if (WITHOUT) return () => {}
    folder = makeTemporaryFolder()
    browser = await launchBrowser()
    mailServer = await MailServer.start()
    receiver = await Receiver.start()
    environment = {
      DATA_DIR: folder,
      PORT: String(await freePort()),
      DEMO: 'on',
      SMTP_URL: mailServer.url,
      WEBHOOK_ALLOWED_HOSTS: receiver.host,
      ALERTS_GATHER_SECONDS: '1',
    }
    await copyMadeFolder(folder)
    server = await ServerProcess.start(environment)
    cluster = new EmbeddedCluster({ dataDir: folder })
    await cluster.start()
    client = new pg.Client(cluster.connection())
    // The database stops with the server.
    client.on('error', () => {})
    await client.connect()
    return async () => {
      await browser.close()
      await server.kill('SIGTERM')
      await client.end()
      await cluster.stop()
      await mailServer.stop()
      await receiver.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('sends one webhook event and one email per filing, whatever is killed')
    .skip(WITHOUT, BROWSER ? 'needs the plugin alerts' : NO_BROWSER)
    .run(async ({ assert }) => {
      const password = /name demo, password (\S+)/.exec(server.output)![1]!
      const authorization = /Authorization: (Token \w+)/.exec(server.output)![1]!
      noteSecrets('password', [password])
      await ace(['accounts:membership', 'demo', 'tier_1'], environment).ended
      await client.query(
        `UPDATE accounts SET email = 'reader@example.org', email_confirmed_at = now() WHERE username = 'demo'`
      )
      const secret = await addEndpoint(authorization)
      await saveSearch(password)

      await bring(1)
      await told(1)
      await bring(2)
      await server.kill('SIGKILL')
      server = await ServerProcess.start(environment)
      await told(2)
      // A duplicate would be delivered now.
      await sleep(3000)

      const events = distinct(receiver.received, ({ headers }) => String(headers['webhook-id']))
      assert.deepEqual(events.flatMap(filingsOf), ['Filing 1', 'Filing 2'])
      for (const { headers, body } of events)
        new Webhook(secret).verify(body, headers as Record<string, string>)
      const mails = distinct(
        mailServer.received.filter(({ mail }) => mail.subject?.includes('has hits')),
        ({ mail }) => mail.messageId!
      )
      assert.deepEqual(
        mails.map(({ to, mail }) => [to, /Filing \d/.exec(mail.text!)?.[0]]),
        [
          [['reader@example.org'], 'Filing 1'],
          [['reader@example.org'], 'Filing 2'],
        ]
      )
    })

  /** Replaces the demo account's endpoints with one for the receiver. @returns its secret */
  async function addEndpoint(authorization: string): Promise<string> {
    const address = `http://127.0.0.1:${server.port}/api/rest/v4/webhooks/`
    const headers = { authorization, 'content-type': 'application/json' }
    const listed = await fetch(address, { headers })
    const { results } = (await listed.json()) as { results: { id: number }[] }
    for (const { id } of results) await fetch(`${address}${id}/`, { method: 'DELETE', headers })
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body: JSON.stringify({ url: receiver.url, event_type: SEARCH_HITS, enabled: true }),
    })
    if (response.status !== 201) throw new Error(await response.text())
    const { secret } = (await response.json()) as { secret: string }
    noteSecrets('webhook secret', [secret])
    return secret
  }

  async function saveSearch(password: string): Promise<void> {
    const { page } = await openPage(browser)
    const home = `http://127.0.0.1:${server.port}`
    await page.goto(`${home}/sign-in/`)
    await page.getByLabel('Username or email address').fill('demo')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/profile/')
    await page.goto(`${home}/search/?type=r&q=turbidimeter`)
    await page.getByRole('button', { name: 'Create an alert for this search' }).click()
    await page.getByLabel('Name').fill('Turbidimeters')
    await page.getByLabel('Frequency').selectOption('rt')
    await page.getByRole('button', { name: 'Create alert' }).click()
    await page.getByText('Alert created.').waitFor()
    await page.close()
  }

  /** A docket sheet with one more filing than the last one. */
  async function bring(number: number): Promise<void> {
    const file = join(folder, `sheet-${number}.jsonl`)
    const sheet = {
      docket: { court_id: 'nysd', docket_number: '1:26-cv-04711', case_name: 'Ash v. Beech' },
      docket_entries: Array.from({ length: number }, (_, at) => ({
        entry_number: at + 1,
        date_filed: '2026-03-02',
        description: `Filing ${at + 1}`,
        documents: [
          {
            document_type: 1,
            document_number: String(at + 1),
            description: `Filing ${at + 1}`,
            plain_text: 'The turbidimeter was never calibrated.',
            is_available: true,
          },
        ],
      })),
    }
    writeFileSync(file, `${JSON.stringify(sheet)}\n`)
    const { code, output } = await ace(['dockets:import', file], environment).ended
    if (code !== 0) throw new Error(output)
  }

  async function told(count: number): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS
    const mails = () =>
      mailServer.received.filter(({ mail }) => mail.subject?.includes('has hits')).length
    while ((receiver.received.length < count || mails() < count) && Date.now() < deadline)
      await sleep(50)
  }
})

function distinct<T>(items: T[], idOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [idOf(item), item])).values()]
}

function filingsOf({ body }: ReceivedRequest): string[] {
  const { payload } = JSON.parse(body) as {
    payload: { results: { recap_documents: { short_description: string }[] }[] }
  }
  return payload.results.flatMap(({ recap_documents: documents }) =>
    documents.map(({ short_description: description }) => description)
  )
}
