/** The extractor over the corpus of citations, with precision and recall for each kind. */
import { readFileSync } from 'node:fs'
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

/** A difference that is known, with the reason: `type` and `what` as {@link Difference} has them. */
interface Known {
  file: string
  id: string
  type: string
  what: string
  reason: string
}

const KNOWN: Known[] = JSON.parse(
  readFileSync(new URL('../differences.json', import.meta.url), 'utf8')
)
const extract = makeExtractor(citationTables())

/** The authored files are compared field by field. */
const FILES: Record<string, { withFields: boolean }> = {
  extract: { withFields: true },
  reporter_variations: { withFields: false },
  reporters_examples: { withFields: false },
  opinions: { withFields: false },
  filings_pdf: { withFields: false },
  docket_text: { withFields: false },
}

test.group('the corpus of citations', (group) => {
  group.tap((each) => NO_CORPUS && each.skip(true, NO_CORPUS))

  for (const [file, { withFields }] of Object.entries(FILES))
    test(`${file}: finds what is expected but for known differences`, ({ assert }) => {
      const comparison = compare(file)
      console.log(comparison.lines(file).join('\n'))
      console.log(
        `${file.padEnd(20)} fields that agree: ${comparison.compared - comparison.fields.length}/${comparison.compared}`
      )
      const differences = withFields
        ? [...comparison.missed, ...comparison.fields]
        : comparison.missed
      assert.deepEqual(unique(differences), knownIn(file))
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

function knownIn(file: string): string[] {
  return KNOWN.filter((known) => known.file === file)
    .map(({ id, type, what }) => `${id} ${type} ${what}`)
    .sort()
}
