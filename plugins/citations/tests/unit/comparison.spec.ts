/** The extractor on the citation corpus, with precision and recall by kind. */
import { test } from '@japa/runner'
import { makeExtractor } from '#app/citations/extractor'
import { citationTables } from '#plugins/citations/citation_tables'
import {
  Comparison,
  extracted,
  inTheirFields,
  isUnlabelledLaw,
  NO_CORPUS,
  records,
  type Difference,
  type ExpectedText,
} from '../comparison.js'
import { knownDifferences } from '../differences.js'

const extract = makeExtractor(citationTables())

/** Authored files, which are compared field by field. */
const FILES: Record<string, { withFields: boolean }> = {
  extract: { withFields: true },
  reporter_variations: { withFields: false },
  reporters_examples: { withFields: false },
  opinions: { withFields: false },
  filings_pdf: { withFields: false },
  docket_text: { withFields: false },
}

test.group('citation corpus', (group) => {
  group.tap((each) => NO_CORPUS && each.skip(true, NO_CORPUS))

  for (const [file, { withFields }] of Object.entries(FILES))
    test(`${file}: matches the expected results except for known differences`, ({ assert }) => {
      const { comparison, isIncomplete } = compare(file, withFields)
      console.log(comparison.lines(file).join('\n'))
      console.log(
        `${file.padEnd(20)} fields that agree: ${comparison.compared - comparison.fields.length}/${comparison.compared}`
      )
      const differences = withFields
        ? [...comparison.missed, ...comparison.fields]
        : comparison.missed.filter((difference) => !isIncomplete.has(difference))
      assert.deepEqual(unique(differences), knownDifferences(file))
    })
})

function compare(file: string, withFields: boolean) {
  const comparison = new Comparison()
  const isIncomplete = new Set<Difference>()
  for (const record of records<ExpectedText>(file)) {
    const found = extracted(extract, record).map(inTheirFields)
    const before = comparison.missed.length
    comparison.add(record.id, record.expected, found, record.unstable_citations)
    if (withFields) continue
    for (const difference of comparison.missed.slice(before))
      if (isUnlabelledLaw(difference, found)) isIncomplete.add(difference)
  }
  return { comparison, isIncomplete }
}

function unique(differences: readonly Difference[]): string[] {
  return [...new Set(differences.map(({ id, type, what }) => `${id} ${type} ${what}`))].sort()
}
