import { test } from '@japa/runner'
import { barChart } from '#app/web/bar_chart'
import { quantile } from '#app/console/admin/charts/requests'

const chart = (bars: [string, ...number[]][], series = ['requests']) =>
  barChart({
    unit: 'requests',
    axis: 'Day',
    series,
    bars: bars.map(([label, ...values]) => ({ label, values })),
  })

test.group('bar charts', () => {
  test('bar heights are proportional to the axis', ({ assert }) => {
    const { height, ticks, columns, total } = chart([
      ['a', 100],
      ['b', 50],
      ['c', 0],
    ])
    assert.deepEqual(
      columns.map(({ segments }) => segments.map((segment) => segment.height)),
      [[height], [height / 2], []]
    )
    assert.deepEqual(ticks.at(0), { y: height, label: '0' })
    assert.deepEqual(ticks.at(-1), { y: 0, label: '100' })
    assert.equal(total, 150)
  })

  test('segments are stacked and listed in the label of the bar', ({ assert }) => {
    const { columns } = chart([['a', 1500, 500]], ['answered', 'failed'])
    const [lower, upper] = columns[0]!.segments
    assert.equal(upper!.y + upper!.height, lower!.y)
    assert.equal(columns[0]!.text, 'a: 2,000 requests (1,500 answered, 500 failed)')
  })

  test('percentiles are drawn as absolute heights, and values are summed only within a bar', ({
    assert,
  }) => {
    const data = { unit: 'ms', axis: 'Day', series: ['Median', 'P99'] }
    const bars = [{ label: 'a', values: [20, 100] }]
    const { height, columns } = barChart({ ...data, bars, sums: 'none' })
    const [lower, upper] = columns[0]!.segments
    assert.closeTo(lower!.height, height / 5, 0.01)
    assert.closeTo(upper!.height, (height * 4) / 5, 0.01)
    assert.equal(columns[0]!.value, '20 / 100')
    assert.equal(columns[0]!.text, 'a: Median 20 ms, P99 100 ms')
    assert.equal(barChart({ ...data, bars, sums: 'parts' }).columns[0]!.value, '120')
  })

  test('computes a quantile from latency buckets', ({ assert }) => {
    const speeds = [
      { speed: 3, count: 50 },
      { speed: 5, count: 50 },
    ]
    assert.equal(quantile(speeds, 0.5), 8)
    assert.equal(quantile(speeds, 0.75), 24)
    assert.equal(quantile(speeds, 1), 32)
    assert.isUndefined(quantile([], 0.5))
  })

  test('the axis of counts has only whole numbers', ({ assert }) => {
    assert.deepEqual(
      chart([['a', 1]]).ticks.map(({ label }) => label),
      ['0', '1']
    )
  })

  test('bars are in order and within the width', ({ assert }) => {
    const bars = Array.from({ length: 24 }, (_, hour) => [String(hour), hour] as [string, number])
    const columns = chart(bars).columns.map(({ x, width }) => [
      Number.parseFloat(x),
      Number.parseFloat(width),
    ])
    assert.isAbove(columns[0]![0]!, 0)
    for (const [index, [x, width]] of columns.entries())
      assert.isBelow(x! + width!, columns[index + 1]?.[0] ?? 100)
  })

  test('labels are thinned out', ({ assert }) => {
    const bars = Array.from({ length: 24 }, (_, hour) => [String(hour), hour] as [string, number])
    const { columns } = chart(bars)
    assert.lengthOf(
      columns.filter(({ isLabeled }) => isLabeled),
      12
    )
    assert.isAtMost(columns.filter(({ isMajor }) => isMajor).length, 5)
    assert.isTrue(columns.filter(({ isMajor }) => isMajor).every(({ isLabeled }) => isLabeled))
  })
})
