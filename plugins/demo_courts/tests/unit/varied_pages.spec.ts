/** All cases on all of their pages, read by the parsers: many, few, and no parties and entries. */
import { test } from '@japa/runner'
import { entryText } from '../../simulator/model/case_texts.js'
import type { SimulatedCase } from '../../simulator/start_simulator.js'
import { readAs } from '../read_page_kind.js'
import {
  requestSimulatedPages,
  type SimulatedPage,
  type SimulatedPageKind,
} from '../simulated_pages.js'
import { useSimulator } from '../use_simulator.js'

/** Values to compare. */
interface Parts {
  parties: [name: string, attorneys: string[]][]
  entries: [filed: string, documentId: string | null, description: string][]
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Expected values of a docket; a variation of the request leaves some out. */
function expectedParts({ of, name, kind }: SimulatedPage): Parts {
  const isAppellate = kind === 'appellate_docket'
  return {
    parties: name.endsWith('without_parties')
      ? []
      : of.parties.map((one) => [one.name, one.attorneys.map((counsel) => counsel.name)]),
    entries: name.endsWith('empty')
      ? []
      : of.entries.map((entry) => [
          entry.filed,
          entry.documents[0]?.id ?? null,
          isAppellate ? entry.text : withoutSpaces(entryText(entry)),
        ]),
  }
}

interface Docket {
  parties: { name: string; attorneys?: { name: string }[] }[]
  docket_entries: { date_filed: string | null; pacer_doc_id: string | null; description: string }[]
}

const partsOfDocket = (
  { parties, docket_entries: entries }: Docket,
  isAppellate: boolean
): Parts => ({
  parties: parties.map((one) => [one.name, (one.attorneys ?? []).map(({ name }) => name)]),
  entries: entries.map((one) => [
    one.date_filed!,
    one.pacer_doc_id,
    isAppellate ? one.description.replace(/ \[[\d-]+\] \(SIM\).*$/, '') : one.description,
  ]),
})

const isEmpty = ({ name }: SimulatedPage) => name.endsWith('_empty')
const isBankruptcy = ({ kind }: SimulatedCase) => kind === 'petition' || kind === 'adversary'

test.group('simulated pages', (group) => {
  const use = useSimulator(group)
  let pages: SimulatedPage[] = []
  group.setup(async () => {
    pages = await requestSimulatedPages(await use.visitor())
  })
  const pagesOf = (kind: SimulatedPageKind) => pages.filter((page) => page.kind === kind)

  test('cover no, one, and many parties, attorneys, entries, and claims at several courts', ({
    assert,
  }) => {
    const cases = [...new Set(pages.map(({ of }) => of))]
    const counts = (count: (of: SimulatedCase) => number) => new Set(cases.map(count))
    const attorneys = ({ parties }: SimulatedCase) =>
      Math.max(0, ...parties.map((one) => one.attorneys.length))
    for (const [count, many] of [
      [({ parties }: SimulatedCase) => parties.length, 20],
      [attorneys, 9],
      [({ entries }: SimulatedCase) => entries.length, 40],
      [({ claims }: SimulatedCase) => claims.length, 40],
    ] as const) {
      assert.includeMembers([...counts(count)], [0, 1])
      assert.isAtLeast(Math.max(...counts(count)), many)
    }
    const courts = (kinds: string[]) =>
      new Set(cases.filter(({ kind }) => kinds.includes(kind)).map(({ court }) => court)).size
    assert.isAtLeast(courts(['civil', 'criminal']), 3)
    assert.isAtLeast(courts(['petition', 'adversary']), 4)
    assert.equal(courts(['appellate']), 12)
  })

  test('show every party, attorney, and entry: {$self}')
    .with(['district_docket', 'bankruptcy_docket', 'appellate_docket'] as const)
    .run(async ({ assert }, kind) => {
      const isAppellate = kind === 'appellate_docket'
      for (const page of pagesOf(kind)) {
        const docket = await readAs(page.answer, page.of.court, kind)
        const { parties, entries } = partsOfDocket(docket as unknown as Docket, isAppellate)
        const expected = expectedParts(page)
        assert.deepEqual(parties, expected.parties, page.name)
        assert.deepEqual(entries, expected.entries, page.name)
      }
    })

  test('list every document, claim, creditor, and opinion', async ({ assert }) => {
    for (const { answer, of, name } of pagesOf('attachment_menu')) {
      const menu = await readAs(answer, of.court, 'attachment_menu')
      const { documents } = of.entries.find((one) => one.documents.length > 1)!
      assert.deepEqual(
        menu.attachments.map((one) => one.pacer_doc_id),
        documents.slice(1).map(({ id }) => id),
        name
      )
    }
    for (const { answer, of } of pagesOf('appellate_menu')) {
      const menu = await readAs(answer, of.court, 'appellate_attachment_menu')
      assert.lengthOf(
        menu.attachments,
        of.entries.find((one) => one.documents.length > 1)!.documents.length
      )
    }
    for (const page of pagesOf('claims_register')) {
      const { answer, of } = page
      if (isEmpty(page) || of.claims.length === 0) continue
      const register = await readAs(answer, of.court, 'claims_register')
      assert.equal(register.case_name, of.name)
      assert.equal(register.total_number_of_claims, String(of.claims.length))
      assert.deepEqual(
        register.claims.map((one) => [one.claim_number, one.creditor_details, one.description]),
        of.claims.map((one) => [one.number, one.creditor.join('\n'), one.description])
      )
    }
    for (const { answer, of } of pagesOf('creditors').filter(
      ({ of: one }) => one.creditors.length > 0
    )) {
      const { data } = await readAs(answer, of.court, 'creditor_list')
      assert.lengthOf(data!.split('\n'), of.creditors.length + 1)
    }
    for (const page of pagesOf('opinions')) {
      const opinions = await readAs(page.answer, page.of.court, 'free_opinions_report')
      const total = /Total number of opinions reported:<\/b> (\d+)/.exec(page.answer.text)?.[1]
      assert.equal(String(opinions.length), total)
    }
  })

  test('count every entry, and print the date on every receipt', async ({ assert }) => {
    for (const { answer, of } of pagesOf('mobile_query')) {
      const query = await readAs(answer, of.court, 'mobile_query')
      assert.equal(query.entry_count, of.entries.length)
    }
    for (const { answer, of } of [...pagesOf('receipt'), ...pagesOf('appellate_receipt')]) {
      const receipt = await readAs(answer, of.court, 'confirmation_page')
      assert.equal(receipt.transaction_date, '2031-03-04T12:00:05')
    }
    for (const { answer, of } of pagesOf('history').filter(
      (page) => !page.name.endsWith('documents')
    )) {
      const history = await readAs(answer, of.court, 'history_report')
      assert.lengthOf(history.docket_entries, of.entries.length)
    }
    for (const { answer, of } of pagesOf('case_search').filter(({ of: one }) =>
      isBankruptcy(one)
    )) {
      const found = await readAs(answer, of.court, 'case_search_results')
      assert.include(
        found.map((one) => one.pacer_case_id),
        of.id
      )
    }
  })
})
