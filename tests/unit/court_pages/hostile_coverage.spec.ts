/** Coverage of pages that are built to take long: the time grows with the length. */
import { test } from '@japa/runner'
import { measureCoverage } from '#app/court_pages/coverage'
import { parseHtml } from '#app/court_pages/tree'

/** CPU time in milliseconds; the minimum of three runs. */
function fastest(run: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

/** A page and its record for a number of repetitions. */
const CASES: [what: string, page: (size: number) => string, record: (size: number) => object][] = [
  ['tiny texts', (size) => '<i>a</i><br>'.repeat(size), () => ({})],
  ['one text', (size) => 'quill '.repeat(size * 2), () => ({ name: 'pen' })],
  ['one word', (size) => 'q'.repeat(size * 8), (size) => ({ name: 'q'.repeat(size) })],
  [
    'repeated words and a longer value',
    (size) => 'a '.repeat(size * 4),
    (size) => ({ name: `${'a '.repeat(size)}b` }),
  ],
  [
    'many values with the same start',
    (size) => 'order on the motion of the '.repeat(size / 4),
    (size) =>
      Array.from({ length: size / 8 }, (_, at) => ({ name: `order on the motion of the ${at}` })),
  ],
  [
    'many equal values',
    (size) => '<p>order on the motion to seal'.repeat(size / 8),
    (size) => Array.from({ length: size / 8 }, () => ({ name: 'order on the motion to seal' })),
  ],
  [
    'nested values',
    (size) => 'pen '.repeat(size),
    (size) => Array.from({ length: 20 }, (_, at) => ({ name: 'pen '.repeat((size * at) / 20) })),
  ],
  ['entities', (size) => '&amp;&nbsp;&#1234;'.repeat(size), () => ({})],
  [
    'numbers and dates',
    (size) => '1/2/31 7 of May 8 2031 '.repeat(size / 2),
    (size) => ({ name: '1/2/31 '.repeat(size / 4) }),
  ],
  ['fillers', (size) => 'et al the '.repeat(size), () => ({ case_name: 'et v. al' })],
  ['labels', (size) => 'Docket Text: Date Filed: '.repeat(size / 2), () => ({})],
  [
    'starts of sections',
    (size) => '<p>Notice will be electronically mailed to'.repeat(size / 8),
    () => ({}),
  ],
  [
    'open tables',
    (size) => '<table><tr><td>PACER Service Center</table>'.repeat(size / 8),
    () => ({}),
  ],
]

test.group('coverage of hostile pages', () => {
  test('takes linear time: {what}')
    .with(CASES.map(([what, page, record]) => ({ what, page, record })))
    .timeout(120_000)
    .run(({ assert }, { what, page, record }) => {
      const kind = what.includes('sections') ? 'notice' : 'district_docket'
      const time = (size: number) => {
        const tree = parseHtml(page(size))
        const own = record(size)
        return fastest(() => measureCoverage(kind, { tree }, own))
      }
      const small = time(4_096)
      const large = time(32_768)
      // Eight times the length: quadratic work takes 64 times as long.
      assert.isBelow(large, Math.max(small, 4) * 40)
    })

  test('takes linear time for XML and JSON', ({ assert }) => {
    const xml = (size: number) => `<a b='${'x '.repeat(size)}'>${'<c>&lt;d>e</c>'.repeat(size)}`
    const json = (size: number) => ({ list: Array.from({ length: size }, () => '<p>a &amp; b<') })
    const time = (size: number) => {
      const [source, value] = [xml(size), json(size)]
      return fastest(() => {
        measureCoverage('rss_feed', { xml: source }, [])
        measureCoverage('acms_docket', { json: value }, {})
      })
    }
    const small = time(4_096)
    assert.isBelow(time(32_768), Math.max(small, 4) * 40)
  })

  test('survives deep JSON and endless tags', ({ assert }) => {
    let deep: unknown = 'ink'
    for (let level = 0; level < 5_000; level++) deep = { deep }
    const { visible } = measureCoverage(
      'acms_docket',
      { json: { a: 'ink', deep } as never },
      deep as object
    )
    assert.equal(visible, 3)
    for (const xml of [
      '<',
      '<a',
      '</',
      '<a href="',
      '<<<<',
      '<hidden>',
      '<link>',
      '&',
      '&lt;',
      '&#x110000;',
    ])
      assert.isObject(measureCoverage('rss_feed', { xml: xml.repeat(1_000) }, []))
  })
})
