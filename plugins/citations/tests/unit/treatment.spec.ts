/** Treatment of cited cases in sentences with expected results. */
import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { makeExtractor } from '#app/citations/extractor'
import { resolve } from '#app/citations/resolve'
import { findTreatments, type Treatment } from '#app/citations/treatment'
import { MAX_SENTENCE } from '#app/citations/treatment_sentences'
import { citationTables } from '../../citation_tables.js'
import { caseGroups } from '../../lookup/text_citations.js'

const extract = makeExtractor(citationTables())
const SENTENCES = readFileSync(new URL('../treatment_sentences.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
const EXPECTED = /\{(\w+) ([^{}]*)\}/g

/** Finds the treatments in a text as the linker does. */
function treatmentsIn(text: string): Treatment[] {
  const citations = extract(text)
  const groups = caseGroups(resolve(citations)).map((group) =>
    group.flatMap(({ mentions }) => mentions)
  )
  return findTreatments(text, citations, groups)
}

const shown = (text: string) =>
  treatmentsIn(text).map(({ citation, kind }) => `${kind} ${citation.text}`)

/** A citation without its cited page. */
const coreOf = (citation: string) => citation.replace(/, \d.*/, '')

test.group('treatment', () => {
  test('agrees with the expected kinds', ({ assert }) => {
    assert.isAbove(SENTENCES.length, 130)
    const different = SENTENCES.flatMap((line) => {
      const expected = [...line.matchAll(EXPECTED)].map(
        ([, kind, core]) => `${kind} ${coreOf(core!)}`
      )
      const found = shown(line.replace(EXPECTED, '$2'))
      return found.join() === expected.join() ? [] : [{ line, found }]
    })
    assert.deepEqual(different, [])
  })

  test('returns the sentence and the phrase as written', ({ assert }) => {
    const [found] = treatmentsIn(
      'The rule is old. See Smith v. Jones, 250 F.3d 3, 5 (2d Cir. 2001), Overruled by Doe v. Roe, 300 F.3d 5 (2d Cir. 2002). It is gone.'
    )
    assert.containsSubset(found, {
      phrase: 'Overruled',
      sentence:
        'See Smith v. Jones, 250 F.3d 3, 5 (2d Cir. 2001), Overruled by Doe v. Roe, 300 F.3d 5 (2d Cir. 2002).',
    })
  })

  test('shortens long sentences around the statement', ({ assert }) => {
    const long = 'and so on and so forth '.repeat(28)
    const [found] = treatmentsIn(
      `The rule ${long}is that of Smith v. Jones, 250 U.S. 3 (1919), overruled by Doe v. Roe, 300 U.S. 5 (1937), ${long}.`
    )
    assert.isAtMost(found!.sentence.length, MAX_SENTENCE)
    assert.include(found!.sentence, '250 U.S. 3 (1919), overruled by')
    assert.match(found!.sentence, /^… .* …$/)
  })

  test('the most important statement counts', ({ assert }) => {
    assert.deepEqual(
      shown(
        'Smith v. Jones, 250 F.3d 3 (2d Cir. 2001), cert. denied, 534 U.S. 9 (2002), overruled by Doe v. Roe, 300 F.3d 5 (2d Cir. 2003) (following Poe v. Ullman, 367 U.S. 497 (1961)).'
      ),
      ['overruled 250 F.3d 3', 'followed 367 U.S. 497']
    )
    assert.deepEqual(
      shown('Smith v. Jones, 250 F.3d 3 (2d Cir. 2001), aff’d, overruled on other grounds.'),
      ['overruled 250 F.3d 3']
    )
  })

  test('reads each part of a text in linear time', ({ assert }) => {
    const part =
      'we overrule Smith, not followed, rev’d ((((, 1 U.S. 2, 3 U.S. 4 (overruled overruled overruled '
    const timeOf = (count: number) => {
      const text = part.repeat(count)
      const citations = extract(text)
      const started = performance.now()
      findTreatments(text, citations, [])
      return performance.now() - started
    }
    timeOf(300)
    assert.isBelow(timeOf(4_000), 30 * timeOf(400) + 100)
  }).timeout(60_000)
})
