/** Notices and feeds of simulated courts (court-system, 7, 8). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { settings } from '#start/env'
import { startSimulator, type Simulator } from '#plugins/demo_courts/simulator/start_simulator'
import ArchiveDocument from '#plugins/federal_records/models/archive_document'
import { FeedReader, type FeedOutcome } from '../../read_feeds.js'
import CourtFeed from '../../models/court_feed.js'
import { leaveCourt, useCourt } from '../court_server.js'
import { makeRecipient, queryNotices, post, rememberDockets, useEmails, work } from '../emails.js'
import { noticeMail } from '../notice_mail.js'

const CASE = { court: 'akd', caseId: '70101', docketNumber: '3:24-cv-00101-ATL' }
const DOCUMENT = '02302500110'
const LINK = `https://ecf.akd.uscourts.gov/doc1/02312500110?caseid=70101&de_seq_num=7&magic_num=70101000007`

test.group('simulated courts', (group) => {
  useEmails(group)
  let simulator: Simulator
  group.each.setup(async () => {
    await work()
    simulator = await startSimulator()
    await useCourt({ address: { host: '127.0.0.1', port: simulator.port } })
    await CourtFeed.query().delete()
    const removeNewDockets = await rememberDockets()
    return async () => {
      await leaveCourt()
      await simulator.close()
      await removeNewDockets()
    }
  })

  test('serve the free copy of a notice once', async ({ assert }) => {
    const account = await makeRecipient()
    const send = async () => {
      await post(noticeMail({ ...CASE, number: 7, link: LINK, to: account.address }))
      await work()
      return (await queryNotices(account)).at(-1)!
    }
    const first = await send()
    assert.deepEqual([first.status, first.copy, first.courtId], ['done', 'stored', 'akd'])
    const document = await ArchiveDocument.findByOrFail({ registryDocId: DOCUMENT })
    assert.isTrue(document.isAvailable)
    assert.isAbove(document.pageCount ?? 0, 0)
    const file = readFileSync(join(settings.dataDir, 'files', document.filepathLocal))
    assert.equal(file.subarray(0, 5).toString(), '%PDF-')
    assert.lengthOf(simulator.ledger.charges(), 0)

    const database = await app.container.make('lucid.db')
    await database.from('dockets').where({ id: first.docketId! }).delete()
    const second = await send()
    assert.deepEqual([second.status, second.copy], ['done', 'free_look_used'])
    assert.lengthOf(simulator.ledger.charges(), 0)
  })

  test('have feeds that are merged once', async ({ assert }) => {
    const read = async () => {
      const outcomes: FeedOutcome[] = []
      await (
        await app.container.make(FeedReader)
      ).read({
        signal: new AbortController().signal,
        courts: ['akd'],
        told: (outcome) => outcomes.push(outcome),
      })
      return outcomes[0]! as { changes: { items: number; entries: number; refused: number } | null }
    }
    simulator.addEntry('akd', '70101', { filed: '2024-06-01', event: 'Notice' })
    const { changes } = await read()
    assert.isAbove(changes!.items, 0)
    assert.isAbove(changes!.entries, 0)
    assert.equal(changes!.refused, 0)
    const { changes: again } = await read()
    assert.equal(again?.entries ?? 0, 0)
  })
})
