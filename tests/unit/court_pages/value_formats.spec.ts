/** Values in the archive's format: names of cases and judges, numbers, dates, and IDs. */
import { test } from '@japa/runner'
import { harmonize } from '#app/court_pages/case_names'
import { numericDate, writtenDate } from '#app/court_pages/dates'
import { docketNumberParts } from '#app/court_pages/docket_numbers'
import { documentId, goDlsArguments } from '#app/court_pages/document_links'
import { judgeName } from '#app/court_pages/judge_names'
import { CourtPageError } from '#app/court_pages/page_error'
import { parseHtml } from '#app/court_pages/tree'

const names: [string, string][] = [
  ['Quill vs. Blot, et al.', 'Quill v. Blot'],
  ['Quill VS Blot', 'Quill v. Blot'],
  ['Ada V. Quill v Blot', 'Ada V. Quill v. Blot'],
  ['Ada Quill, et al., Petitioners v. U.S.A.', 'Ada Quill v. United States'],
  ['The State v. Ada Quill, Defendant/Appellant.', 'State v. Ada Quill'],
  ['No. 7 *Quill* # v. “Nib” Inc.', '7 Quill v. "Nib" Inc.'],
  ['Ada Quill, deceased v. Plaintiffs’ Bank', "Ada Quill v. ' Bank"],
]

test.group('names of cases', () => {
  for (const [printed, expected] of names) {
    test(`converts "${printed}" to "${expected}"`, ({ assert }) => {
      assert.equal(harmonize(printed), expected)
    })
  }
})

const judges: [string, string][] = [
  ['GREGG W ZIVE', 'Gregg W. Zive'],
  ['Judge Robert J Kressel', 'Robert J. Kressel'],
  ["Hon. BEA O'PEN, IV, U.S. Magistrate Judge", "Bea O'Pen IV"],
  ['shea-stonum', 'Shea-Stonum'],
  ['Cy MCMANUS jr', 'Cy McManus Jr.'],
  ['Unassigned', ''],
]

test.group('names of judges', () => {
  for (const [printed, expected] of judges) {
    test(`converts "${printed}" to "${expected}"`, ({ assert }) => {
      assert.equal(judgeName(printed), expected)
    })
  }
})

const parts = ({ docket_number: number, ...rest }: ReturnType<typeof docketNumberParts>) =>
  [number, ...Object.values(rest)].join('|')

test.group('docket numbers', () => {
  test('have offices, types, initials, and a defendant', ({ assert }) => {
    assert.equal(
      parts(docketNumberParts('3:07-cr-03257-BTM-MKD-1')),
      '3:07-cr-03257|3|cr|BTM|MKD|1'
    )
    assert.equal(parts(docketNumberParts('2:31-cv-00007')), '2:31-cv-00007|2|cv|||')
    assert.equal(parts(docketNumberParts('09-01535-jmp')), '09-01535|||jmp||')
    assert.equal(parts(docketNumberParts('10-01083-8-RDD')), '10-01083|8||RDD||')
    assert.equal(parts(docketNumberParts('24-04888-CL7')), '24-04888|||CL||')
    assert.equal(parts(docketNumberParts('MDL No. 2168')), 'MDL No. 2168|||||')
  })
})

test.group('dates', () => {
  test('must exist', ({ assert }) => {
    assert.equal(numericDate('1/2/2031 10:00'), '2031-01-02')
    assert.equal(numericDate('10/16/09'), '2009-10-16')
    assert.equal(numericDate('10-16-92'), '1992-10-16')
    assert.equal(writtenDate('Jan  2 2002'), '2002-01-02')
    for (const none of ['N/A', '', '13/01/2031', '02/30/2031', '10/16/093'])
      assert.isNull(numericDate(none))
    assert.isNull(writtenDate('Smarch 2, 2031'))
  })
})

test.group('links to documents', () => {
  test('have an ID whose fourth digit is 0 in its normal form', ({ assert }) => {
    assert.equal(
      documentId('https://ecf.inkd.uscourts.gov/doc1/04515784391?caseid=1'),
      '04505784391'
    )
    assert.equal(documentId('/docs1/00117463322'), '00107463322')
    assert.isNull(documentId('/cgi-bin/show_doc.pl?caseid=1'))
    assert.deepEqual(goDlsArguments(`goDLS('/doc1/1','11428','21','');return(false);`), [
      '/doc1/1',
      '11428',
      '21',
      '',
    ])
    assert.isNull(goDlsArguments('alert(1)'))
  })
})

test.group('trees of pages', () => {
  test('are rejected if their elements are nested too deep', ({ assert }) => {
    assert.throws(() => parseHtml('<table><tr><td>'.repeat(10_000)), CourtPageError)
  })
})
