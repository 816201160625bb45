/** Parsing pages in a thread has the same results as without one. */
import { test } from '@japa/runner'
import { readPage } from '#app/court_pages/read_page'
import { PageReader, parseInThread } from '#plugins/federal_records/page_thread/page_reader'

const pages: [string, string][] = [
  [
    'a menu',
    '<p>Document Selection Menu</p><table><tr><td><a href="/doc1/99917000021">1</a></td></tr></table>',
  ],
  ['an answer of none', "<request number='1'><message text='Cannot find case'/></request>"],
  ['a sealed document', '<p>This document is SEALED'],
  ['a page of no kind', '<p>Welcome'],
  [
    'elements nested too deep',
    `<p>Document Selection Menu</p><a href="/doc1/99917000021">1</a>${'<i>'.repeat(2000)}`,
  ],
  [
    'formatting that is opened again in each paragraph',
    `<p>Document Selection Menu</p><a href="/doc1/99917000021">1</a>${Array.from({ length: 900 }, (_, at) => `<p><b id=${at}></p>`).join('')}`,
  ],
  ['no byte', ''],
]

test.group('page reading', (group) => {
  let reader: PageReader
  group.setup(() => {
    reader = new PageReader()
    return () => reader.close()
  })
  group.each

  for (const [title, page] of pages) {
    test(`in a thread returns the same for ${title}`, async ({ assert }) => {
      const bytes = Buffer.from(page)
      assert.deepEqual(await reader.read(bytes, 'inkd'), await readPage(bytes, 'inkd'))
    })
  }

  test('returns the result of the kind', async ({ assert }) => {
    const reading = await reader.read(Buffer.from(pages[0]![1]), 'inkd')
    if ('outcome' in reading || reading.kind !== 'attachment_menu') return assert.fail()
    assert.deepEqual(reading.uploadTypes, [2])
    assert.equal(reading.result.pacer_doc_id, '99907000021')
    assert.deepEqual(reading.result.attachments, [])
  })

  test('returns kinds and outcomes', async ({ assert }) => {
    const readings = await Promise.all(
      pages.map(([, page]) => parseInThread(Buffer.from(page), 'inkd'))
    )
    assert.deepEqual(
      readings.map((reading) => ('kind' in reading ? reading.kind : reading.outcome)),
      [
        'attachment_menu',
        'possible_case_numbers',
        'sealed',
        'unknown',
        'unreadable',
        'unreadable',
        'unknown',
      ]
    )
  })

  test('stops for pages that take too long', async ({ assert }) => {
    // The thread can't have started yet.
    const hasty = new PageReader(0)
    assert.deepEqual(await hasty.read(Buffer.from('<p>Welcome'), 'inkd'), { outcome: 'too_hard' })
    await hasty.close()
  })
})
