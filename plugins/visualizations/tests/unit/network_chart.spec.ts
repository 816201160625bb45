/** Positions, colors, links, and filters of network charts (tags-visualizations 2.4). */
import { test } from '@japa/runner'
import { networkChart } from '../../chart/network_chart.js'
import { chartOptions } from '../../chart/options.js'
import { readNetwork } from '../../chart/network.js'
import { voteRow } from '../../chart/scales.js'
import { withLinks } from '../../network/network_data.js'

const cluster = (id: number, year: number, more: object = {}) => ({
  id,
  absolute_url: `/opinion/${id}/x/`,
  case_name: `Case ${id} v. State`,
  case_name_short: `Case ${id}`,
  citation_count: 0,
  date_filed: `${year}-01-02`,
  decision_direction: null,
  votes_majority: null,
  votes_minority: null,
  scdb_id: '',
  ...more,
})

/** 4 cites 3, 2, and 1; 3 cites 2; 2 cites 1. */
const CHAIN = readNetwork(
  withLinks(
    [
      cluster(1, 1900, { decision_direction: 2, votes_majority: 5, votes_minority: 4 }),
      cluster(2, 1910, { decision_direction: 1, votes_majority: 9, votes_minority: 0 }),
      cluster(3, 1980, { decision_direction: 2, votes_majority: 6, votes_minority: 3 }),
      cluster(4, 2000, { decision_direction: 1, votes_majority: 7, votes_minority: 2 }),
    ],
    [
      { citing: '4', cited: '3' },
      { citing: '4', cited: '2' },
      { citing: '4', cited: '1' },
      { citing: '3', cited: '2' },
      { citing: '2', cited: '1' },
    ]
  )
)
const charted = { network: CHAIN, start: 1, end: 4 }

test.group('network charts', () => {
  test('invalid options fall back to the defaults', ({ assert }) => {
    const defaults = { type: 'dos', xaxis: 'cat', dos: 3 }
    assert.deepEqual(chartOptions({}), defaults as never)
    assert.deepEqual(chartOptions({ type: 'pie', xaxis: '', dos: '4' }), defaults as never)
    assert.deepEqual(chartOptions({ type: ['spaeth'], dos: { a: 1 } }), defaults as never)
    assert.deepEqual(chartOptions({ type: 'spaeth', xaxis: 'time', dos: '1' }), {
      type: 'spaeth',
      xaxis: 'time',
      dos: 1,
    })
  })

  test('dates are evenly spaced or to scale', ({ assert }) => {
    const places = (xaxis: string) =>
      networkChart(charted, chartOptions({ xaxis })).nodes.map(({ x }) => x)
    assert.deepEqual(places('cat'), [0, 320, 640, 960])
    assert.deepEqual(places('time'), [0, 96, 768, 960])
  })

  test('the ends are in the middle, and the others are spread by the offsets', ({ assert }) => {
    const { nodes, height } = networkChart(charted, chartOptions({}))
    assert.deepEqual(
      nodes.map(({ y }) => Math.round((y * 100) / height)),
      // 68, then 77 and 55 more, modulo 91, plus 5.
      [50, 59, 23, 50]
    )
  })

  test('degrees of separation bound the citations of each path', ({ assert }) => {
    const drawn = (dos: string, type = 'dos') => {
      const { nodes, links } = networkChart(charted, chartOptions({ dos, type }))
      return [nodes.map(({ id }) => id), links.map(({ citing, cited }) => `${citing}-${cited}`)]
    }
    const all = ['2-1', '3-2', '4-1', '4-2', '4-3']
    assert.deepEqual(drawn('3'), [[1, 2, 3, 4], all])
    // 3 is on a path of three citations only.
    assert.deepEqual(drawn('2'), [
      [1, 2, 4],
      ['2-1', '4-1', '4-2'],
    ])
    assert.deepEqual(drawn('1'), [[1, 4], ['4-1']])
    assert.deepEqual(drawn('1', 'spaeth'), drawn('1'))
    assert.deepEqual(drawn('1', 'genealogy'), [[1, 2, 3, 4], all])
  })

  test('links between decisions of short paths are not drawn if their own path is long', ({
    assert,
  }) => {
    const network = readNetwork(
      withLinks(
        [cluster(1, 1900), cluster(2, 1910), cluster(3, 1980), cluster(4, 2000)],
        [
          { citing: '4', cited: '3' },
          { citing: '4', cited: '2' },
          { citing: '3', cited: '2' },
          { citing: '3', cited: '1' },
          { citing: '2', cited: '1' },
        ]
      )
    )
    const links = (dos: string) =>
      networkChart({ network, start: 1, end: 4 }, chartOptions({ dos })).links.length
    assert.deepEqual(['1', '2', '3'].map(links), [0, 4, 5])
    // Without a direct citation, the ends remain.
    const { nodes } = networkChart({ network, start: 1, end: 4 }, chartOptions({ dos: '1' }))
    assert.deepEqual(
      nodes.map(({ id }) => id),
      [1, 4]
    )
  })

  test('colors show the position between the ends, or the direction', ({ assert }) => {
    const shades = (type: string) => {
      const chart = networkChart(charted, chartOptions({ type }))
      return { nodes: chart.nodes.map(({ shade }) => shade), key: chart.shades.map((s) => s.label) }
    }
    assert.deepEqual(shades('dos'), {
      nodes: ['near-0', 'near-1', 'near-2', 'near-last'],
      key: ['First decision', 'One citation away', 'Two citations away', 'Last decision'],
    })
    // The key lists only directions in use.
    assert.deepEqual(shades('spaeth'), {
      nodes: ['liberal', 'conservative', 'liberal', 'conservative'],
      key: ['Conservative', 'Liberal'],
    })
  })

  test('the votes chart has rows by direction and votes, and one for unknown votes', ({
    assert,
  }) => {
    const row = (direction: number | null, minority: number | null) =>
      voteRow({ direction, minority } as never)
    assert.equal(row(2, 4), 'L5-4')
    assert.equal(row(1, 1), 'C8-1')
    assert.equal(row(1, 0), 'N9-0')
    assert.equal(row(null, 0), 'N9-0')
    for (const [direction, minority] of [
      [1, null],
      [3, 2],
      [null, 2],
      [0, 3],
      [1, 5],
    ] as const)
      assert.equal(row(direction, minority), 'Unk', `${direction} ${minority}`)
    const { rows, nodes } = networkChart(charted, chartOptions({ type: 'spaeth' }))
    const heights = Object.fromEntries(rows.map(({ label, y }) => [label, y]))
    assert.deepEqual(
      nodes.map(({ y }) => y),
      ['L5-4', 'N9-0', 'L6-3', 'C7-2'].map((label) => heights[label]!)
    )
  })

  test('a genealogy emphasizes one link per decision and leaves none isolated', ({ assert }) => {
    const { links } = networkChart(charted, chartOptions({ type: 'genealogy' }))
    const main = links.filter(({ isWeak }) => !isWeak)
    assert.sameMembers(
      main.map(({ citing, cited }) => `${citing}>${cited}`),
      // 4 follows 2, which has its direction, and not the later 3; 3 follows 2, its only citation.
      ['4>2', '3>2', '2>1']
    )
  })

  test('a decision without a link gets one from the first decision that cites it', ({ assert }) => {
    const network = readNetwork(
      withLinks(
        [cluster(1, 1900), cluster(2, 1901), cluster(3, 1910), cluster(4, 1920)],
        [
          { citing: '3', cited: '1' },
          { citing: '3', cited: '2' },
          { citing: '4', cited: '1' },
          { citing: '4', cited: '3' },
        ]
      )
    )
    const { links } = networkChart(
      { network, start: 1, end: 4 },
      chartOptions({ type: 'genealogy' })
    )
    const main = links.filter(({ isWeak }) => !isWeak)
    assert.sameMembers(
      main.map(({ citing, cited }) => `${citing}>${cited}`),
      ['3>2', '4>3', '3>1']
    )
  })

  test('each decision has a label with its date, votes, and citations', ({ assert }) => {
    const { nodes } = networkChart(charted, chartOptions({}))
    assert.equal(nodes[0]!.text, 'Case 1 v. State, 1900-01-02, 5–4, cited by 2 here')
    assert.deepEqual(nodes[3]!.cites, ['Case 1', 'Case 2', 'Case 3'])
    assert.equal(nodes[2]!.dissent, 0.75)
  })

  test('only the most cited decisions are named if there are many', ({ assert }) => {
    const many = Array.from({ length: 60 }, (_, index) => cluster(index + 1, 1900 + index))
    const edges = many.slice(1).map(({ id }) => ({ citing: String(id), cited: String(id - 1) }))
    const network = readNetwork(withLinks(many, edges))
    const { nodes, ticks } = networkChart(
      { network, start: 1, end: 60 },
      chartOptions({ type: 'genealogy' })
    )
    assert.deepEqual(
      nodes.filter(({ isNamed }) => isNamed).map(({ id }) => id),
      [1, 60]
    )
    assert.isAtMost(ticks.length, 9)
  })
})
