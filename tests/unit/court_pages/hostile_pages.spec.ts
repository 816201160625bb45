/** Hostile pages end with an outcome, and the thread reads the next page. */
import { test } from '@japa/runner'
import { PageReader } from '#plugins/federal_records/page_thread/page_reader'
import { buildHostilePage, HOSTILE_PAGES } from '../../court_pages/hostile_pages.js'

const LENGTH = 30_000
const MENU = Buffer.from(
  '<p>Document Selection Menu</p><table><tr><td><a href="/doc1/99917000021">1</a></td></tr></table>'
)
/** The outcomes other than a history report. */
const OUTCOMES: Record<string, string> = {
  'claims': 'claims_register',
  'deep elements': 'unreadable',
  'feed items': 'rss_feed',
  'JSON depth': 'unknown',
  'JSON keys': 'acms_docket',
  'message headers': 'unknown',
  'message parts': 'unknown',
  'nested tables': 'unreadable',
  'XML documents': 'archive_docket',
}

const kindOf = (reading: Awaited<ReturnType<PageReader['read']>>) =>
  'kind' in reading ? reading.kind : reading.outcome

test.group('hostile pages in a thread', () => {
  test('end with an outcome within the memory of a small thread', async ({ assert, cleanup }) => {
    const reader = new PageReader(60_000, 128)
    cleanup(() => reader.close())
    for (const name of HOSTILE_PAGES) {
      const reading = await reader.read(buildHostilePage(name, LENGTH), 'inkd')
      assert.equal(kindOf(reading), OUTCOMES[name] ?? 'history_report', name)
    }
    assert.equal(kindOf(await reader.read(MENU, 'inkd')), 'attachment_menu')
  }).timeout(120_000)

  test('fail if they need more memory, and the next page is read', async ({ assert, cleanup }) => {
    const reader = new PageReader(60_000, 48)
    cleanup(() => reader.close())
    const readings = await Promise.all(
      [buildHostilePage('tiny texts', 1_500_000), MENU].map((bytes) => reader.read(bytes, 'inkd'))
    )
    assert.deepEqual(readings.map(kindOf), ['too_hard', 'attachment_menu'])
  }).timeout(120_000)
})
