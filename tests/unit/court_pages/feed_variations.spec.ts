/** Variations of the items of feeds. */
import { test } from '@japa/runner'
import { parseRssFeed } from '#app/court_pages/rss_feed'

interface ItemParts {
  title?: string
  description?: string
  date?: string
  guid?: string
}

const LINK = `(&lt;a href="https://ecf.inkd.uscourts.gov/doc1/99917000021?caseid=77&amp;amp;de_seq_num=30"&gt;9&lt;/a&gt;)`
const item = ({
  title = '3:31-cv-00021 Quill v. Blot',
  description = `[Order] ${LINK}`,
  date = 'Fri, 03 Feb 2031 11:52:07 GMT',
  guid = 'a',
}: ItemParts) =>
  `<item><title>${title}</title><link>https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?77</link><description>${description}</description><guid>${guid}</guid><pubDate>${date}</pubDate></item>`
const feed = (...items: ItemParts[]) =>
  parseRssFeed(
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Ink</title><lastBuildDate>x</lastBuildDate>${items.map(item).join('')}</channel></rss>`,
    'inkd'
  )!

test.group('times of feed items', () => {
  for (const [printed, expected] of [
    ['Fri, 03 Feb 2031 11:52:07 +0000', '2031-02-03T11:52:07+00:00'],
    ['Fri, 03 Feb 2031 11:52:07 +00:00', '2031-02-03T11:52:07+00:00'],
    ['Fri, 3 Feb 2031 11:52:07 -0500', '2031-02-03T11:52:07-05:00'],
    ['Fri, 03 Feb 2031 11:52:07 Z', '2031-02-03T11:52:07+00:00'],
    ['Fri, 03 Feb 31 11:52:07 GMT', '2031-02-03T11:52:07+00:00'],
    ['2031-02-03T11:52:07Z', '2031-02-03T11:52:07+00:00'],
    ['2031-02-03T11:52:07.123-05:00', '2031-02-03T11:52:07-05:00'],
    ['2031-02-03 11:52:07', '2031-02-03T11:52:07+00:00'],
    ['Fri, 03 Feb 2031 1:52:07 GMT', '2031-02-03T01:52:07+00:00'],
    ['Fri,03 Feb 2031 11:52:07 GMT', '2031-02-03T11:52:07+00:00'],
    ['Friday, 03 February 2031 11:52:07 GMT', '2031-02-03T11:52:07+00:00'],
    ['03-Feb-2031 11:52:07 GMT', '2031-02-03T11:52:07+00:00'],
    ['Fri, 03 Feb 2031 11:52 EST', '2031-02-03T11:52:00-05:00'],
    ['Fri, 03 Feb 2031 11:52:07', '2031-02-03T11:52:07+00:00'],
    ['Fri, 03 Feb 2031 11:52:07 AKST', '2031-02-03T11:52:07-09:00'],
    ['Fri, 03 Feb 2031 11:52:07 AKDT', '2031-02-03T11:52:07-08:00'],
    ['Fri, 03 Feb 2031 11:52:07 HST', '2031-02-03T11:52:07-10:00'],
    ['Fri, 03 Feb 2031 11:52:07 AST', '2031-02-03T11:52:07-04:00'],
    ['Fri, 03 Feb 2031 11:52:07 ChST', '2031-02-03T11:52:07+10:00'],
    ['Fri, 03 Feb 2031 11:52:07 XYZ', null],
    ['Fri, 31 Feb 2031 11:52:07 GMT', null],
    ['Fri, 03 Feb 2031 25:52:07 GMT', null],
    ['Fri, 03 Feb 2031 11:72:07 GMT', null],
    ['Fri, 03 Feb 2031', null],
    ['', null],
  ] as const) {
    test(`are read from "${printed}"`, ({ assert }) => {
      assert.equal(feed({ date: printed })[0].docket_entries[0].date_filed, expected)
    })
  }
})

test.group('cases of feed items', () => {
  for (const [title, number, name] of [
    ['3:31-2255-00001 Quill v. USA', '3:31-2255-00001', 'Quill v. United States'],
    ['3:31-crcor-00029 USA v. Quill', '3:31-crcor-00029', 'United States v. Quill'],
    ['31-1234: Quill v. Blot', '31-1234', 'Quill v. Blot'],
    ['3:31-cv-00021, Quill v. Blot', '3:31-cv-00021', 'Quill v. Blot'],
    ['3:31-cr-00021-AB-1 All Defendants USA v. Quill', '3:31-cr-00021', 'United States v. Quill'],
    ['3:31-cv-00021-AB All Defendants v. Quill', '3:31-cv-00021', 'v. Quill'],
    ['MDL No. 1234 In Re: Ink', 'MDL No. 1234', 'In Re: Ink'],
    ['3:31-cv-00021', '3:31-cv-00021', 'Unknown Case Title'],
  ]) {
    test(`are read from "${title}"`, ({ assert }) => {
      const [docket] = feed({ title })
      assert.deepEqual([docket.docket_number, docket.case_name], [number, name])
    })
  }

  test('are one entry for all events of a document with others between them', ({ assert }) => {
    const other = { title: '3:31-cv-00022 Nib v. Reed', guid: 'b' }
    const dockets = feed({}, other, { description: `[Judgment] ${LINK}` })
    assert.deepEqual(
      dockets.map((one) => [one.docket_number, one.docket_entries[0].short_description]),
      [
        ['3:31-cv-00021', 'Judgment AND Order'],
        ['3:31-cv-00022', 'Order'],
      ]
    )
  })

  test('are separate entries without a GUID, at other times, and in other cases', ({ assert }) => {
    assert.lengthOf(feed({ guid: '' }, { guid: '' }), 2)
    assert.lengthOf(feed({}, { date: 'Fri, 03 Feb 2031 11:52:08 GMT' }), 2)
    assert.lengthOf(feed({}, { title: '3:31-cv-00022 Nib v. Reed' }), 2)
  })
})

const URL = 'https://ecf.inkd.uscourts.gov/doc1/99917000021'
/** HTML in a description, before it is escaped for the feed. */
const DESCRIPTIONS = [
  `[Order] (<a href="${URL}?caseid=77&de_seq_num=30">9</a>)`,
  `[Order] (<a href="${URL}?caseid=77&de_seq_num=30" >9</a>)`,
  `[Order] (<a href="${URL}?caseid=77&de_seq_num=30&magic_num=1">9</a>)`,
  `[Order] (<a href="${URL}?caseid=77&amp;de_seq_num=30">9</a>)`,
  `[Order] (<a href="${URL}?caseid=77&#38;de_seq_num=30">9</a>)`,
  `[Order] (<a href='${URL}?caseid=77&de_seq_num=30'>9</a>)`,
  `[Order] (<a href=${URL}?caseid=77&de_seq_num=30>9</a>)`,
  `[Order] (<a target="x" href="${URL}?caseid=77&de_seq_num=30">9</a>)`,
  `[Order] (<A HREF="${URL}?caseid=77&de_seq_num=30">9</A>)`,
  `[Order] (<a href=" ${URL}?caseid=77&de_seq_num=30 "> 9 </a>)`,
  `[Order] (<a href="${URL}?caseid=77&de_seq_num=30"><b>9</b></a>)`,
  `[Order] (<a href="${URL}?caseid=77&de_seq_num=30">9)`,
  `[Order]\r\n(<a href="${URL}?caseid=77&de_seq_num=30">9</a>)\r\n`,
  `[Order] (<a href="${URL}?caseid=77&de_seq_num=30">9</a>) (<a href="${URL}?caseid=7">1</a>)`,
  `[Order] (<a href="${URL}?caseid=77&de_seq_num=30">9</a>)${' '.repeat(3_000)}`,
]

test.group('links of feed items', () => {
  for (const description of DESCRIPTIONS) {
    test(`are read from ${description.trim()}`, ({ assert }) => {
      const escaped = description
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&#x3E;')
      for (const printed of [escaped, `<![CDATA[${description}]]>`]) {
        const [{ pacer_case_id: id, docket_entries: entries }] = feed({ description: printed })
        assert.equal(id, '77')
        assert.containSubset(entries[0], {
          short_description: 'Order',
          document_number: '9',
          pacer_doc_id: '99907000021',
          pacer_seq_no: '30',
        })
      }
    })
  }
})
