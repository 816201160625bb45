/** Texts of requests in threads: equal results and limited work afterwards. */
import { test } from '@japa/runner'
import { TaskTooLarge } from '#app/support/tasks/task_errors'
import { noAdditions } from '../../lookup/additions.js'
import { itemParts } from '../../lookup/locate_task.js'
import { citationsIn, mentionsIn } from '../../lookup/located_citations.js'
import { beyondLimit, lookUp, MAX_CITATIONS } from '../../lookup/look_up.js'
import { codePoints, MAX_TEXT_LENGTH } from '../../lookup/lookup_request.js'
import { matchCitations } from '../../lookup/match_citations.js'
import { MAX_PASTED_CITATIONS, batchCitations } from '../../lookup/pieces_task.js'
import { locateCitations, splitText } from '../../lookup/text_tasks.js'

const repeated = (text: string) => text.repeat(MAX_TEXT_LENGTH / text.length)
const TEXTS: Record<string, string> = {
  'one citation': 'Brown v. Board of Education, 347 U.S. 483 (1954)',
  'no citation': 'x',
  'a volume without a page': repeated('1 U.S. '),
  'citations': repeated('1 F.3d 1 '),
  'signals and pages': repeated('see 1 U.S. 1, 2, 3 '),
  'sections': repeated('§ '),
  'id.': repeated('Id. '),
  'supra': repeated('supra '),
  'paragraphs': repeated('¶ '),
  'parentheses': repeated('('),
  'opponents': repeated('v. '),
  'one word': repeated('a'),
  'characters of two units': repeated('😀1 U.S. 1 '),
  'line breaks': repeated('1\nU.S.\n1 '),
  'tags': repeated('<b>1 U.S. 1</b>'),
  'short forms': `Foo v. Bar, 1 U.S. 1. ${repeated('1 U.S., at 1 ').slice(0, 60_000)}`,
  'unknown reporters': repeated('1 Foo 1 '),
  'different citations': Array.from({ length: 4000 }, (_, at) => `${at + 1} U.S. 1`).join('; '),
}

test.group('texts of requests', () => {
  test('return citations to look up and JSON of the others: {$self}')
    .with(Object.keys(TEXTS))
    .run(async ({ assert }, name) => {
      const text = TEXTS[name]!
      const all = citationsIn(text)
      for (const included of [[], ['match', 'candidates', 'text']] as const) {
        const located = await locateCitations({ text, included: [...included] })
        assert.equal(located.total, all.length)
        assert.deepEqual(located.citations, all.slice(0, MAX_CITATIONS))
        const more = noAdditions(new Set(included))
        const items = all
          .slice(MAX_CITATIONS)
          .map((one) => itemParts(beyondLimit(one), new Map(), more).join(''))
        assert.equal(located.beyond, items.join())
      }
    })

  test('are split like without a thread: {$self}')
    .with(Object.keys(TEXTS))
    .run(async ({ assert }, name) => {
      const text = TEXTS[name]!
      const mentions = mentionsIn(text)
      assert.deepEqual(
        await splitText(text),
        mentions.length > MAX_PASTED_CITATIONS ? null : batchCitations(mentions, codePoints(text))
      )
    })

  test('are rejected if they exceed the maximum length', async ({ assert }) => {
    const text = 'x'.repeat(2 * MAX_TEXT_LENGTH + 1)
    await assert.rejects(() => locateCitations({ text, included: [] }), TaskTooLarge)
  })

  test('are not read for a client that has disconnected', async ({ assert }) => {
    const signal = AbortSignal.abort(new Error('disconnected'))
    await assert.rejects(
      () => locateCitations({ text: TEXTS.citations!, included: [] }, { signal }),
      'disconnected'
    )
  })
})

test.group('repeated citations', () => {
  /** Finds 100 clusters for each citation. */
  const readerOf = (sought: { place: number }[][]) => ({
    async rows(_: unknown, [json]: unknown[]) {
      const rows = JSON.parse(json as string) as { place: number }[]
      sought.push(rows)
      return rows.flatMap(({ place }) =>
        Array.from({ length: 100 }, (_each, at) => [`${place}`, `${1000 - at}`, 'citation'])
      )
    },
  })
  const cited = (volume: string) => ({ volume, reporters: ['U.S.', 'U.S. App.'], page: '1' })

  test('are looked up once', async ({ assert }) => {
    const sought: { place: number }[][] = []
    const citations = Array.from({ length: 250 }, (_, at) => cited(at % 3 ? '1' : '2'))
    const matches = await matchCitations(readerOf(sought), citations)
    assert.deepEqual(
      sought.map((rows) => rows.length),
      [4]
    )
    assert.lengthOf(matches, 250)
    for (const { clusters } of matches) assert.lengthOf(clusters, 200)
  })

  test('share the texts of their clusters', async ({ assert }) => {
    const located = citationsIn('1 U.S. 1; '.repeat(250))
    const looked = await lookUp(readerOf([]), located)
    const documents = new Map(
      Array.from({ length: 1000 }, (_, at) => [`${at + 1}`, `{"id":${at + 1}}`])
    )
    const parts = looked.flatMap((one) => itemParts(one, documents, {}))
    const distinct = new Set(parts)
    assert.isAtMost(distinct.size, 100 + 250 + 2)
    assert.deepEqual(
      JSON.parse(itemParts(looked[0]!, documents, {}).join('')).clusters,
      looked[0]!.clusters.map((id) => ({ id: Number(id) }))
    )
  })
})
