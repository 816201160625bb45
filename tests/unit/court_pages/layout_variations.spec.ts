/** Docket reports as other courts lay them out: tables around them, forms of dates and numbers. */
import { test } from '@japa/runner'
import { dateAlone, printedDate } from '#app/court_pages/dates'
import type { DocketReport } from '#app/court_pages/docket_report'
import { parseCourtPage } from '#app/court_pages/read_page'
import { INVENTED_PAGES } from '../../court_pages/invented_pages.js'

const pageOf = (name: string) => INVENTED_PAGES.find(({ kind }) => kind === name)!.source
const read = async (page: string) => {
  const parsed = (await parseCourtPage(Buffer.from(page), 'inkd'))!
  return {
    kind: parsed.kind,
    result: parsed.result as DocketReport,
    unread: parsed.coverage.unread.map(({ text }) => text),
  }
}

const AROUND: [start: string, end: string][] = [
  ['<table><tr><td>', '</td></tr></table>'],
  ['<TABLE WIDTH="100%"><TR><TD>', '</TD></TR></TABLE>'],
  ['<table><tbody><tr><td>', '</td></tr></tbody></table>'],
  ['<table><tr><td>Menu</td></tr><tr><td>', '</td></tr></table>'],
  ['<table><tr><td><table><tr><td>', '</td></tr></table></td></tr></table>'],
  ['<center><table><tr><td>', '</td></tr></table></center>'],
  ['<div><table border="1"><tr><td valign="top">', '</td></tr></table></div>'],
  ['<table><tr><td><div class="main"><center>', '</center></div></td></tr></table>'],
  ['<form><table><tr><td>', '</td></tr></table></form>'],
  ['<table><tr><td><font size="-1">', '</font></td></tr></table>'],
]

test.group('tables around reports', () => {
  for (const kind of ['district_docket', 'bankruptcy_docket'])
    for (const [start, end] of AROUND) {
      test(`change nothing in a ${kind}: ${start}`, async ({ assert }) => {
        const page = pageOf(kind)
        const inTable = page.replace(/<body[^>]*>/, (body) => body + start).replace('</body>', end)
        const [plain, found] = [await read(page), await read(inTable)]
        assert.equal(found.kind, kind)
        assert.isNotEmpty(found.result.parties)
        assert.deepEqual(found.result, plain.result)
        assert.deepEqual(
          found.unread.filter((text) => text !== 'Menu'),
          []
        )
      })
    }
})

const DATES: [printed: string, date: string | null, isAlone: boolean][] = [
  ['03/04/2031', '2031-03-04', true],
  ['3/4/31', '2031-03-04', true],
  ['03-04-2031', '2031-03-04', true],
  ['2031-03-04', '2031-03-04', true],
  ['Mar 4, 2031', '2031-03-04', true],
  ['March 4, 2031', '2031-03-04', true],
  ['MAR. 4, 2031', '2031-03-04', true],
  ['03/04/2031 10:11 AM', '2031-03-04', true],
  ['03/04/2031 10:11:12', '2031-03-04', true],
  ['03/04/2031, at 9:05 p.m.', '2031-03-04', true],
  ['2031-03-04 10:11', '2031-03-04', true],
  ['03/04/2031 ORDER', '2031-03-04', false],
  ['March 4, 2031 hearing', '2031-03-04', false],
  ['2031-03-04x', '2031-03-04', false],
  ['2031-13-04', null, false],
  ['02/30/2031', null, false],
  ['Mai 4, 2031', null, false],
  ['', null, false],
]

test.group('forms of dates', () => {
  for (const [printed, date, isAlone] of DATES) {
    test(`are read from "${printed}"`, ({ assert }) => {
      assert.equal(printedDate(printed), date)
      assert.equal(dateAlone(printed), isAlone ? date : null)
    })
  }

  for (const [printed, date, isAlone] of DATES.filter(([, day, alone]) => day && alone)) {
    test(`keep the entries of ${isAlone && printed}`, async ({ assert }) => {
      const page = pageOf('district_docket').replaceAll('>03/04/2031<', `>${printed}<`)
      const { result } = await read(page)
      assert.deepEqual(
        result.docket_entries.map((entry) => entry.date_filed),
        (await read(pageOf('district_docket'))).result.docket_entries.map((one) => one.date_filed)
      )
      assert.equal(result.docket_entries[0]?.date_filed, date)
    })
  }
})

const HEADINGS: [heading: string, number: string][] = [
  ['Bankruptcy Petition #: 31-10001-ABC', '31-10001'],
  ['Bankruptcy Petition # 31-10001-ABC', '31-10001'],
  ['Bankruptcy Petition No.: 31-10001', '31-10001'],
  ['Bankruptcy Petition Number: 31-10001', '31-10001'],
  ['BANKRUPTCY PETITION #:31-10001-ABC', '31-10001'],
  ['Bankruptcy Case #: 31-10001-ABC', '31-10001'],
  ['Adversary Proceeding #: 31-10001-ABC', '31-10001'],
  ['Adversary Case #: 31-10001-ABC', '31-10001'],
  ['Miscellaneous Proceeding #: 31-10001', '31-10001'],
  ['Involuntary Petition #: 1:31-bk-10001-ABC', '1:31-bk-10001'],
]

test.group('headings of reports', () => {
  for (const [heading, number] of HEADINGS) {
    test(`name a bankruptcy: ${heading}`, async ({ assert }) => {
      const page = pageOf('bankruptcy_docket').replace(
        /Bankruptcy Petition #: ?(?:<[^>]+>|&nbsp;| )*31-10001-ABC/,
        heading
      )
      const { kind, result, unread } = await read(page)
      assert.equal(kind, 'bankruptcy_docket')
      assert.equal(result.docket_number, number)
      assert.deepEqual(unread, [])
    })
  }

  for (const [printed, number] of [
    ['CIVIL DOCKET FOR CASE #: 3:31-cv-00021-ABC', '3:31-cv-00021'],
    ['CIVIL DOCKET FOR CASE # 3:31-cv-00021-ABC', '3:31-cv-00021'],
    ['CIVIL DOCKET FOR CASE NO.: 3:31-cv-00021', '3:31-cv-00021'],
    ['MISCELLANEOUS DOCKET FOR CASE #: 3:31-mc-00021', '3:31-mc-00021'],
    ['MULTIDISTRICT LITIGATION DOCKET FOR CASE #: 3:31-md-02843-VC', '3:31-md-02843'],
    ['PETITION DOCKET FOR CASE #: 1:31-vv-00021-UNJ', '1:31-vv-00021'],
    ['CIVIL DOCKET FOR CASE #: 31-cv-00021', '31-cv-00021'],
    ['CIVIL DOCKET FOR CASE #: 1:31cv00021', '1:31cv00021'],
    ['CIT DOCKET FOR CASE #: 1:31-00021', '1:31-00021'],
    ['CRIMINAL DOCKET FOR CASE #: 3:31-cr-00021-AB-CD-1', '3:31-cr-00021'],
  ] as const) {
    test(`name a case of a district court: ${printed}`, async ({ assert }) => {
      const page = pageOf('district_docket').replace(
        /CIVIL DOCKET FOR CASE #: ?3:31-cv-00021-ABC-DEF/,
        printed
      )
      const { kind, result, unread } = await read(page)
      assert.equal(kind, 'district_docket')
      assert.equal(result.docket_number, number)
      assert.deepEqual(unread, [])
    })
  }
})
