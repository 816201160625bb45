/** Processing of citations in the corpus: grouping, equality, cleaning, annotation, court names. */
import { test } from '@japa/runner'
import { withAnnotations } from '#app/citations/annotate'
import type { Citation, Kind } from '#app/citations/citation'
import { clean, type CleaningStep } from '#app/citations/clean'
import { CourtNames } from '#app/citations/court_names'
import { sameAuthority, resolve, type Cluster, type CaseNameLookup } from '#app/citations/resolve'
import { makeExtractor } from '#app/citations/extractor'
import { citationTables } from '../../citation_tables.js'
import {
  extracted,
  inTheirFields,
  NO_CORPUS,
  percent,
  records,
  spanKey,
  type Expected,
  type ExpectedText,
} from '../comparison.js'
import { knownDifferences } from '../differences.js'

const extract = makeExtractor(citationTables())

interface Resolved extends Partial<ExpectedText> {
  id: string
  rows?: { resource: number | null; text: string }[]
  clusters?: number[][]
  resolved_case_name_short_of_first?: string
}

interface Annotated {
  id: string
  text: string
  markup: boolean
  clean: CleaningStep[]
  annotations: [span: [number, number], before: string, after: string][]
  expected: string
}

test.group('citation corpus: processing', (group) => {
  group.tap((each) => NO_CORPUS && each.skip(true, NO_CORPUS))

  test('resolve: groups the citations of the same work', ({ assert }) => {
    const known = knownDifferences('resolve')
    for (const record of records<Resolved>('resolve')) {
      if (known.some((difference) => difference.startsWith(`${record.id} `))) continue
      if (record.rows) {
        const citations = record.rows.map(({ text }) => extract(text)[0]!)
        const groups = groupsOf(citations)
        const expected = record.rows.map(({ resource }) => resource)
        assert.deepEqual(groups, expected, record.id)
      } else {
        const citations = extract(record.text!)
        const name = record.resolved_case_name_short_of_first
        const groups = groupsOf(citations, (citation) =>
          citation === citations[0] ? name : undefined
        )
        assert.deepEqual(membersOf(groups), record.clusters, record.id)
      }
    }
  })

  test('opinions: resolves short forms to the expected case or one with parallel reports', ({
    assert,
  }) => {
    const sum = { expected: 0, found: 0, right: 0, ofSeveralReports: 0 }
    const differing: string[] = []
    for (const record of records<Required<Resolved> & ExpectedText>('opinions')) {
      const found = extracted(extract, record)
      const cases = new Cases(resolve(found))
      const bySpan = new Map(found.map((citation) => [spanKey(inTheirFields(citation)), citation]))
      const ours = (citation: Expected) => bySpan.get(spanKey(citation))
      const theirs = new Map(
        record.clusters.flatMap((members) =>
          members.map((member) => [record.expected[member]!, record.expected[members[0]!]!])
        )
      )
      for (const citation of record.expected) {
        const own = ours(citation)
        if (!own || !SHORT_FORMS.has(own.kind)) continue
        const authority = theirs.get(citation)
        const expected = authority && cases.of(ours(authority))
        const place = cases.of(own)
        sum.expected += Number(expected !== undefined)
        sum.found += Number(place !== undefined)
        sum.right += Number(place !== undefined && place === expected)
        if (place === expected) continue
        // The labels leave names unresolved that parallel reports share.
        if (expected === undefined && cases.reports(place!) > 1) sum.ofSeveralReports++
        else differing.push(`${record.id} ${citation.type} case for ${spanKey(citation)}`)
      }
    }
    const { expected, found, right, ofSeveralReports } = sum
    console.log(
      `opinions             short forms resolved: recall ${percent(right, expected)} (${right}/${expected}), precision ${percent(right, found)} (${right}/${found}), ${ofSeveralReports} of cases with several reports`
    )
    assert.isAtLeast(right / expected, 0.97)
    assert.deepEqual(differing.sort(), knownDifferences('opinions_resolved'))
  })

  test('equal: compares the cited works', ({ assert }) => {
    for (const { id, a, b, equal } of records<{ id: string; a: string; b: string; equal: boolean }>(
      'equal'
    ))
      assert.equal(sameAuthority(extract(a)[0]!, extract(b)[0]!), equal, id)
  })

  test('clean: normalizes a text', ({ assert }) => {
    for (const { id, clean: steps, text, expected } of records<{
      id: string
      clean: CleaningStep[]
      text: string
      expected: string
    }>('clean')) {
      const isKnown = knownDifferences('clean').some((difference) => difference.startsWith(id))
      if (!isKnown) assert.equal(clean(text, steps).text, expected, id)
    }
  })

  test('annotate: wraps citations without breaking elements', ({ assert }) => {
    for (const { id, text, clean: steps, markup, annotations, expected } of records<Annotated>(
      'annotate'
    ))
      assert.equal(
        withAnnotations(
          clean(text, steps),
          annotations.map(([[start, end], before, after]) => ({
            span: { start, end },
            before,
            after,
          })),
          { markup, overlapping: 'skip' }
        ),
        expected,
        id
      )
  })

  test('court_names: finds courts by name except for known differences', ({ assert }) => {
    const courts = new CourtNames(citationTables().courts)
    const sum = { expected: 0, found: 0, right: 0 }
    const differing: string[] = []
    for (const { id, text, expected } of records<{ id: string; text: string; expected: string[] }>(
      'court_names'
    )) {
      const found = courts.find(text)
      const right = found.filter((court) => expected.includes(court)).length
      sum.expected += expected.length
      sum.found += found.length
      sum.right += right
      if (right < expected.length || right < found.length) differing.push(`${id} court courts`)
    }
    const { expected, found, right } = sum
    console.log(
      `court_names          court       recall ${percent(right, expected)} (${right}/${expected}), precision ${percent(right, found)} (${right}/${found})`
    )
    assert.deepEqual(differing, knownDifferences('court_names'))
  })
})

/** Returns the number of the cited work for each citation; null if unresolved. */
function groupsOf(citations: readonly Citation[], nameOf?: CaseNameLookup): (number | null)[] {
  const clusters = resolve(citations, { nameOf })
  return citations.map((citation) => {
    const place = clusters.findIndex(({ mentions }) => mentions.includes(citation))
    return place < 0 ? null : place
  })
}

function membersOf(groups: (number | null)[]): number[][] {
  const members = Map.groupBy(groups.keys(), (index) => groups[index]!)
  members.delete(null as never)
  return [...members.values()]
}

const SHORT_FORMS = new Set<Kind>(['short', 'supra', 'id', 'reference'])

/** Returns the case of each cluster. */
class Cases {
  readonly #of = new Map<Citation, number>()
  readonly #reports = new Map<number, number>()

  constructor(clusters: readonly Cluster[]) {
    for (const [place, { mentions, parallelTo = place }] of clusters.entries()) {
      this.#reports.set(parallelTo, (this.#reports.get(parallelTo) ?? 0) + 1)
      for (const mention of mentions) this.#of.set(mention, parallelTo)
    }
  }

  of(citation: Citation | undefined): number | undefined {
    return citation && this.#of.get(citation)
  }

  reports(place: number): number {
    return this.#reports.get(place) ?? 0
  }
}
