/**
 * Emails as a real SMTP server receives them, and email addresses that fail.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Mailer } from '@adonisjs/mail'
import mail from '@adonisjs/mail/services/main'
import { SMTPTransport } from '@adonisjs/mail/transports/smtp'
import { smtpOptions } from '#config/mail'
import { EmailChangingMail } from '#app/accounts/mails'
import { Outbox } from '#app/mail/outbox'
import { ViewMail } from '#app/mail/view_mail'
import { makeAccount } from '#tests/helpers/accounts'
import { MailServer, smtpError } from '#tests/helpers/mail_server'
import { signedIn } from '#tests/helpers/visitor'
import { Jobs } from '#app/jobs/jobs'

interface Letter {
  subject: string
  text: string
  html?: string
  isNotice?: boolean
  unsubscribe?: string
  entity?: string
}

class LetterMail extends ViewMail {
  override subject: string

  constructor(
    recipient: string,
    readonly letter: Letter
  ) {
    super(recipient)
    this.subject = letter.subject
    this.isNotice = letter.isNotice ?? false
  }

  prepare() {
    const { text, html, unsubscribe, entity } = this.letter
    this.message.to(this.recipient).text(text)
    if (html) this.message.html(html)
    if (unsubscribe) this.unsubscribeAt(unsubscribe)
    if (entity) this.about(entity)
  }
}

test.group('emails', (group) => {
  let server: MailServer
  let outbox: Outbox
  let mailer: Mailer<SMTPTransport>
  let recipient: string
  const sentJobs: { data: object; startAfter?: Date }[] = []

  group.each.setup(async () => {
    server = await MailServer.start()
    recipient = `${randomUUID()}@example.org`
    sentJobs.length = 0
    const transport = new SMTPTransport(smtpOptions(server.url))
    const emitter = await app.container.make('emitter')
    mailer = new Mailer('smtp', transport, emitter as never, {
      from: 'Curia <curia@example.net>',
    })
    outbox = new Outbox(await app.container.make('lucid.db'), () => mailer, {
      send: async (_trx, _name, data, options) => {
        sentJobs.push({ data, ...options })
        return null
      },
    })
    return async () => {
      await transport.close()
      await server.stop()
    }
  })

  async function write(more: Partial<Letter> = {}): Promise<string> {
    return stored(new LetterMail(recipient, { subject: 'Hello', text: 'Text\n', ...more }))
  }
  async function stored(email: ViewMail): Promise<string> {
    const database = await app.container.make('lucid.db')
    await database.transaction((trx) => mail.sendLater(email, { trx }))
    return String((await newest()).id)
  }
  async function newest(): Promise<Record<string, any>> {
    const database = await app.container.make('lucid.db')
    return database.from('mails').where('recipient', recipient).orderBy('id', 'desc').firstOrFail()
  }
  async function known(): Promise<Record<string, any> | null> {
    const database = await app.container.make('lucid.db')
    return database.from('mail_addresses').where('address', recipient).first()
  }

  test('an email arrives with both bodies, its links, and its headers', async ({ assert }) => {
    const paragraphs = ['1 < 2 & “three” – ünïcode', 'https://example.net/a?b=1&c=2']
    const id = await write({
      subject: 'Zeichen: ünïcode, and a rather long subject that has to be folded somewhere in it',
      text: paragraphs.join('\n\n'),
      html: '<p>1 &lt; 2</p>',
      unsubscribe: 'https://example.net/unsubscribe/key/',
      entity: 'docket.alert:12',
      isNotice: true,
    })
    await outbox.send(id)
    const [{ to, mail: got }] = server.received as [(typeof server.received)[number]]
    assert.deepEqual(to, [recipient])
    assert.equal(
      got.subject,
      'Zeichen: ünïcode, and a rather long subject that has to be folded somewhere in it'
    )
    assert.equal(got.text!.trim().replaceAll('\r\n', '\n'), paragraphs.join('\n\n'))
    assert.include(got.html!, '<p>1 &lt; 2</p>')
    const headers = Object.fromEntries(got.headers.map(({ key, value }) => [key, value]))
    assert.containsSubset(headers, {
      'list-unsubscribe': '<https://example.net/unsubscribe/key/>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'x-entity-ref-id': 'docket.alert:12',
      'auto-submitted': 'auto-generated',
      'message-id': `<${id}.curia@example.net>`,
    })
    assert.containsSubset(await newest(), { attempts: 1, message: {}, views: {} })
    await outbox.send(id)
    assert.lengthOf(server.received, 1)
  })

  test('an email is rendered from its views when it is sent', async ({ assert }) => {
    const id = await stored(new EmailChangingMail(recipient, '"<b>"@example.org'))
    assert.notInclude(JSON.stringify((await newest()).message), 'is being changed to')
    await outbox.send(id)
    const [{ mail: got }] = server.received as [(typeof server.received)[number]]
    assert.include(got.text!, 'is being changed to "<b>"@example.org. The change')
    assert.include(got.html!, 'changed to &quot;&lt;b&gt;&quot;@example.org. The change')
    assert.include(got.html!, '<title>Your email address is being changed</title>')
    assert.match(got.html!, /<a href="(http[^"]+\/reset-password\/)">\1<\/a>/)
  })

  test('no row is locked while an email is rendered and sent', async ({ assert }) => {
    const id = await write()
    const database = await app.container.make('lucid.db')
    const { sendCompiled } = mailer
    mailer.sendCompiled = async (...email) => {
      const row = await database.from('mails').where('id', id).forUpdate().noWait().firstOrFail()
      assert.isNotNull(row.claimed_until)
      return sendCompiled.apply(mailer, email)
    }
    await outbox.send(id)
    assert.lengthOf(server.received, 1)
    assert.containsSubset(await newest(), { claimed_until: null, claimed_by: null })
  })

  test('an email that another process is sending is checked again when its claim ends', async ({
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const id = await write()
    const until = new Date(Date.now() + 100_000)
    await database.from('mails').where('id', id).update({ claimed_until: until })
    await outbox.send(id)
    assert.isEmpty(server.received)
    assert.deepEqual(sentJobs, [{ data: { mail: id }, startAfter: until }])
  })

  test('a claim ends when it expires or when its process stops', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const claims = [
      { claimed_until: new Date(Date.now() - 1) },
      { claimed_until: new Date(Date.now() + 100_000), claimed_by: `gone ${randomUUID()}` },
    ]
    for (const claim of claims) {
      const id = await write()
      await database.from('mails').where('id', id).update(claim)
      await outbox.send(id)
      assert.isNotNull((await newest()).sent_at)
    }
    assert.lengthOf(server.received, 2)
  })

  test('an email is sent only if its transaction commits', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const email = new LetterMail(recipient, { subject: 'Hello', text: 'Text' })
    await assert.rejects(
      () =>
        database.transaction(async (trx) => {
          await mail.sendLater(email, { trx })
          throw new Error('rolled back')
        }),
      'rolled back'
    )
    assert.isEmpty(await database.from('mails').where('recipient', recipient))
    await mail.sendLater(email)
    assert.lengthOf(await database.from('mails').where('recipient', recipient), 1)
  })

  test('names from accounts cannot add headers or recipients', async ({ assert }) => {
    const evil = 'x\r\nBcc: evil@example.org\r\n\r\nTo: evil@example.org'
    await outbox.send(
      await write({
        subject: evil,
        text: evil,
        unsubscribe: `https://example.net/${evil}`,
        entity: evil,
      })
    )
    const [{ to, mail: got }] = server.received as [(typeof server.received)[number]]
    assert.deepEqual(to, [recipient])
    assert.notInclude(
      got.headers.map(({ key }) => key),
      'bcc'
    )
    assert.match(got.subject!, /^x Bcc: evil@example\.org/)
    assert.equal(got.text!.trim().replaceAll('\r\n', '\n'), evil.replaceAll('\r\n', '\n'))
  })

  test('old sent and failed emails are deleted, queued ones are kept', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const long = new Date(Date.now() - 91 * 86_400_000)
    const ended = [{ sent_at: long }, { failed_at: long }, { sent_at: new Date() }, {}]
    for (const state of ended)
      await database
        .from('mails')
        .where('id', await write())
        .update({ date_created: long, ...state })
    const { handler } = (await app.container.make(Jobs)).registry.get('curia.prune_mails')
    await handler({}, { app, signal: new AbortController().signal, attempt: 1 })
    const kept = await database.from('mails').where('recipient', recipient).orderBy('id')
    assert.deepEqual(
      kept.map(({ sent_at: sent }) => sent !== null),
      [true, false]
    )
  })

  test('an email that is sent again has the same Message-ID', async ({ assert }) => {
    const id = await write()
    server.refusesMail = () => smtpError(451, 'try later')
    await assert.rejects(() => outbox.send(id), /try later/)
    server.refusesMail = () => undefined
    await outbox.send(id)
    // The process died after the server accepted the email, before the row was updated.
    const database = await app.container.make('lucid.db')
    await database.from('mails').where('id', id).update({ sent_at: null })
    await outbox.send(id)
    const ids = server.received.map(({ mail: { messageId } }) => messageId)
    assert.deepEqual(ids, [`<${id}.curia@example.net>`, `<${id}.curia@example.net>`])
  })

  test('a permanently rejected email address gets no notices until an email is accepted', async ({
    assert,
  }) => {
    server.refuses = () => smtpError(550, 'no such user')
    await outbox.send(await write({ isNotice: true }))
    assert.match((await newest()).error, /no such user/)
    assert.isNotNull((await newest()).failed_at)
    assert.isNotNull((await known())!.refused_at)
    server.refuses = () => undefined
    await outbox.send(await write({ isNotice: true }))
    assert.isNull((await newest()).sent_at)
    assert.isEmpty(server.received)
    await outbox.send(await write())
    assert.lengthOf(server.received, 1)
    assert.isNull(await known())
    await outbox.send(await write({ isNotice: true }))
    assert.lengthOf(server.received, 2)
  })

  test('a temporarily failing email address is retried with increasing delay', async ({
    assert,
  }) => {
    server.refuses = () => smtpError(452, 'mailbox full')
    const waits: number[] = []
    const id = await write({ isNotice: true })
    const database = await app.container.make('lucid.db')
    for (let n = 0; n < 4; n++) {
      await assert.rejects(() => outbox.send(id), /mailbox full/)
      const { retry_after: after } = (await known())!
      waits.push(Math.round((after.getTime() - Date.now()) / 60_000))
      await database
        .from('mail_addresses')
        .where('address', recipient)
        .update({ retry_after: new Date(Date.now() - 1000) })
    }
    assert.deepEqual(waits, [1, 2, 4, 8])
    await assert.rejects(() => outbox.send(id))
    server.refuses = () => undefined
    const other = await write({ isNotice: true })
    await outbox.send(other)
    assert.isEmpty(server.received)
    assert.deepEqual(sentJobs, [
      { data: { mail: other }, startAfter: (await known())!.retry_after },
    ])
  })

  test('a failing email address does not delay emails to others', async ({ assert }) => {
    const bad = recipient
    server.refuses = (address) => (address === bad ? smtpError(550, 'gone') : undefined)
    const ids = [await write({ isNotice: true })]
    for (let n = 0; n < 3; n++) {
      recipient = `${randomUUID()}@example.org`
      ids.push(await write({ isNotice: true }))
    }
    for (const id of ids) await outbox.send(id)
    assert.lengthOf(server.received, 3)
  })

  test('an unavailable server or rejected content does not count against the email address', async ({
    assert,
  }) => {
    server.refusesMail = () => smtpError(554, 'looks like spam')
    await outbox.send(await write())
    assert.match((await newest()).error, /spam/)
    assert.isNotNull((await newest()).failed_at)
    assert.isNull(await known())
    await server.stop()
    await assert.rejects(async () => outbox.send(await write()))
    assert.containsSubset(await newest(), { sent_at: null, failed_at: null, attempts: 1 })
    assert.isNull(await known())
    server = await MailServer.start()
  })

  test('staff see the outbox without the content of emails', async ({ assert }) => {
    server.refuses = () => smtpError(550, 'no such user here')
    await outbox.send(await write({ subject: 'Seen by staff', text: 'https://secret.example/' }))
    await write({ subject: 'Still waiting', text: 'https://secret.example/' })
    const visitor = await signedIn(await makeAccount({ rights: ['mails.view'] }))
    const { text } = await visitor.get(`/admin/mails/?recipient=${recipient}`)
    assert.include(text, 'Seen by staff')
    assert.include(text, 'no such user here')
    assert.include(text, 'waiting')
    assert.notInclude(text, 'secret.example')
    const addresses = await visitor.get('/admin/mail-addresses/')
    assert.include(addresses.text, recipient)
  })
})
