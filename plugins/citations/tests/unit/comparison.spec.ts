/** The extractor on the citation corpus, with precision and recall by kind. */
import { test } from '@japa/runner'
import { makeExtractor } from '#app/citations/extractor'
import { citationTables } from '#plugins/citations/citation_tables'
import {
  Comparison,
  extracted,
  inTheirFields,
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
      const comparison = compare(file)
      console.log(comparison.lines(file).join('\n'))
      console.log(
        `${file.padEnd(20)} fields that agree: ${comparison.compared - comparison.fields.length}/${comparison.compared}`
      )
      const differences = withFields
        ? [...comparison.missed, ...comparison.fields]
        : comparison.missed
      assert.deepEqual(unique(differences), knownDifferences(file))
    })
})

function compare(file: string): Comparison {
  const comparison = new Comparison()
  for (const record of records<ExpectedText>(file)) {
    const found = extracted(extract, record)
    comparison.add(record.id, record.expected, found.map(inTheirFields), record.unstable_citations)
  }
  return comparison
}

function unique(differences: readonly Difference[]): string[] {
  return [...new Set(differences.map(({ id, type, what }) => `${id} ${type} ${what}`))].sort()
}
