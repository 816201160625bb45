/** Judges, dates, and texts of docket reports as courts print them. */
import { test } from '@japa/runner'
import { parseDistrictDocket } from '#app/court_pages/district_docket'
import { judgeName } from '#app/court_pages/judge_names'
import { district } from '../../court_pages/docket_pages.js'

const ASSIGNED = 'Assigned to: Judge MARY W MCNIB'
const REFERRED = "Referred to: Magistrate Judge Al O'Pen"
const read = (page: string) => parseDistrictDocket(page, 'inkd')!

test.group('judges of a docket', () => {
  for (const [printed, expected] of [
    [`${REFERRED}<br>Referred to: Magistrate Judge Bea Nib`, "Al O'Pen, Bea Nib"],
    [`${REFERRED}<br>Magistrate Judge Bea Nib`, "Al O'Pen, Bea Nib"],
    [`${REFERRED}, Magistrate Judge Bea Nib`, "Al O'Pen, Bea Nib"],
    [`${REFERRED} (Discovery), Magistrate Judge Bea Nib (Settlement)`, "Al O'Pen, Bea Nib"],
    [`${REFERRED}; Bea Nib`, "Al O'Pen, Bea Nib"],
    ["Referred to: Al O'Pen and Bea Nib", "Al O'Pen, Bea Nib"],
    [`${REFERRED}<br>${REFERRED}`, "Al O'Pen"],
    [`${REFERRED}<br>Related Case: 3:31-cv-00020`, "Al O'Pen"],
    [`${REFERRED}, U.S. Magistrate Judge`, "Al O'Pen"],
    [`${REFERRED} (for all pretrial matters)`, "Al O'Pen"],
    ['Referred to: Unassigned', ''],
  ]) {
    test(`are read from "${printed}"`, ({ assert }) => {
      assert.equal(read(district({}).replace(REFERRED, printed)).referred_to_str, expected)
      const other = printed.replaceAll('Referred', 'Assigned')
      assert.equal(read(district({}).replace(ASSIGNED, other)).assigned_to_str, expected)
    })
  }

  for (const [printed, expected] of [
    ['Judge Ñandú Peña', 'Ñandú Peña'],
    ['JUDGE ÉLAN NIB', 'Élan Nib'],
    ['Judge Amy J. St. Nib', 'Amy J. St. Nib'],
    ['USDC Judge Mary Nib', 'Mary Nib'],
    ['Mag/Judge Mary Nib', 'Mary Nib'],
    ['Magistrate-Judge Mary Nib', 'Mary Nib'],
    ['DUTY MAGISTRATE', ''],
    ['Three Judge Panel', 'Three Judge Panel'],
    ['Mary Nib, Jr., Senior Judge', 'Mary Nib Jr.'],
    ["Judge JOHN A. O'NIB-BLOT III", "John A. O'Nib-Blot III"],
  ]) {
    test(`are named "${expected}" for "${printed}"`, ({ assert }) => {
      assert.equal(judgeName(printed), expected)
    })
  }
})

const entryOf = (text: string) =>
  read(district({ entries: `<tr><td>03/04/2031</td><td>9</td><td>${text}</td></tr>` }))
    .docket_entries[0]

test.group('entries of a docket', () => {
  for (const end of [
    '(Entered: 03/05/2031)',
    '(Entered: 03/05/31)',
    '(entered: 03/05/2031)',
    '(Entered: 03/05/2031).',
    '(Entered : 03/05/2031 )',
    '(Entered: 03/05/2031 at 10:11:12)',
    '(Entered: 03/05/2031 10:11 AM)',
    '(Entered: 03/05/2031) (Main Document 9 replaced on 3/6/2031)',
    '(re: Order (Entered: 03/01/2031)) (Entered: 03/05/2031)',
  ]) {
    test(`were entered at the date in "${end}"`, ({ assert }) => {
      assert.equal(entryOf(`ORDER ${end}`).date_entered, '2031-03-05')
    })
  }

  for (const text of ['ORDER', 'Judgment entered 03/05/2031', 'ORDER (Entered: unknown)']) {
    test(`have no date of entry in "${text}"`, ({ assert }) => {
      assert.isNull(entryOf(text).date_entered)
    })
  }

  for (const [cell, text] of [
    ['ORDER one<br>two', 'ORDER one two'],
    ['ORDER one<p>two</p>three', 'ORDER one two three'],
    ['ORDER <table><tr><td>one</td><td>two</td></tr></table>', 'ORDER one two'],
    ['ORDER one<ul><li>two</li><li>three</li></ul>', 'ORDER one two three'],
    ['OR<b>DE</b>R', 'ORDER'],
    ['ORDER (1<br>)', 'ORDER (1)'],
    ['ORDER<script>x</script><br>one', 'ORDER one'],
  ]) {
    test(`have words apart in "${cell}"`, ({ assert }) => {
      assert.equal(entryOf(cell).description, text)
    })
  }
})
