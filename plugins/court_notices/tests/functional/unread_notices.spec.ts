/** Messages of court emails and feeds with text that wasn't read. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import UnreadGroup from '#plugins/federal_records/models/unread_group'
import UnreadPage from '#plugins/federal_records/models/unread_page'
import { removeUnreadText } from '#plugins/federal_records/tests/unread_pages'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'
import { FeedReader } from '../../read_feeds.js'
import CourtFeed from '../../models/court_feed.js'
import { MANAGE_RIGHT } from '../../rights.js'
import { CourtServer, leaveCourt, useCourt } from '../court_server.js'
import { makeRecipient, post, queryNotices, useEmails, work } from '../emails.js'
import { noticeMail } from '../notice_mail.js'

const MERGED = 'The notice was merged. Free copy: no document.'
const NEW_TEXT = '<p>Quokka marmalade ledger kept by the registrar</p>'

let cases = Date.now() % 10_000_000

/** A feed with one item, and another element in it. */
const feedOf = (caseId: number, more = '') =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Court</title>
<item><title>1:31-cv-${String(caseId % 100_000).padStart(5, '0')} Quill v. Blot</title>
<pubDate>Tue, 04 Mar 2031 11:52:07 GMT</pubDate><guid isPermaLink="true">https://ecf.cand.uscourts.gov/${caseId}-1</guid>
<description>[Motion] (&lt;a href=&quot;https://ecf.cand.uscourts.gov/doc1/0351${caseId}1?caseid=${caseId}&amp;amp;de_seq_num=1&quot; &gt;1&lt;/a&gt;)</description>
<link>https://ecf.cand.uscourts.gov/cgi-bin/DktRpt.pl?${caseId}</link>${more}</item></channel></rss>`

test.group('court emails and feeds with unread text', (group) => {
  useEmails(group)
  group.each.setup(async () => {
    await removeUnreadText()
    return removeUnreadText
  })

  test('an email succeeds with a sentence, and again changes nothing', async ({ assert }) => {
    await useCourt(null)
    const send = async (change: (mail: string) => string) => {
      const account = await makeRecipient()
      const caseId = String(++cases)
      const mail = noticeMail({ caseId, to: account.address, hasDocument: false }).toString()
      await post(change(mail))
      await work()
      const [notice] = await queryNotices(account)
      return notice!
    }
    const read = await send((mail) => mail)
    assert.deepEqual([read.status, read.message], ['done', MERGED])
    const unread = await send((mail) => mail.replace('</table>', `</table>${NEW_TEXT}`))
    assert.deepEqual(
      [unread.status, unread.message],
      ['done', `${MERGED} 1 passage of the email wasn't read.`]
    )
    const [page, ...others] = await UnreadPage.all()
    assert.deepEqual([page!.source, others], ['email', []])
    const [{ courtId, kind, pages }] = (await UnreadGroup.all()) as [UnreadGroup]
    assert.deepEqual([courtId, kind, pages], ['cand', 'notice', 1])
    const staff = await signedIn(await makeAccount({ rights: [MANAGE_RIGHT] }))
    assert.include((await staff.get('/admin/court-emails/')).text, '1 passage of the email')
  })

  test('a feed succeeds with a sentence, which stays while it is unchanged', async ({
    assert,
    cleanup,
  }) => {
    const court = await CourtServer.start()
    await useCourt(court)
    cleanup(async () => {
      await leaveCourt()
      await court.stop()
      await CourtFeed.query().delete()
    })
    let feed = ''
    court.answer = (response) => response.setHeader('content-type', 'text/xml').end(feed)
    const read = async () => {
      const reader = await app.container.make(FeedReader)
      await reader.read({ signal: new AbortController().signal, courts: ['cand'] })
      const { message, failingSince } = await CourtFeed.findByOrFail({ courtId: 'cand' })
      assert.isNull(failingSince)
      return message
    }
    const caseId = ++cases
    feed = feedOf(caseId)
    assert.equal(await read(), '')
    feed = feedOf(caseId, '<custodian>Quokka marmalade ledger</custodian>')
    const note = "1 passage of the feed wasn't read."
    assert.equal(await read(), note)
    assert.equal(await read(), note)
    assert.lengthOf(await UnreadPage.all(), 1)
    feed = feedOf(caseId + 1)
    assert.equal(await read(), '')
  })
})
