/**
 * Bar charts, laid out on the server because pages load no third-party scripts or inline styles,
 * and charts must also print.
 *
 * Horizontal positions are percentages of the width and vertical ones are pixels, so that a
 * chart fills its page while its labels keep their size.
 */
import { scaleBand, scaleLinear } from 'd3-scale'

/** Height of the plot in pixels, without its labels. */
const HEIGHT = 200
const TICKS = 4
/** Maximum number of labels; fewer are shown on small screens. */
const MAX_LABELS = 16
const MAX_MAJOR_LABELS = 5

export interface BarChartData {
  /** Plural unit of the values: "requests". */
  unit: string
  /** What a bar represents: "Day (UTC)". */
  axis: string
  /** Names of the parts of a bar, from the bottom up. */
  series: string[]
  bars: { label: string; values: number[] }[]
  /**
   * Values that add up: with `all` (default), all of them; with `parts`, the parts of a bar, but
   * not the bars (sizes); with `none`, none of them, because each value is a height, at least as
   * high as the previous one (percentiles).
   */
  sums?: 'all' | 'parts' | 'none'
}

interface Segment {
  y: number
  height: number
  series: number
}

export interface BarChart extends BarChartData {
  height: number
  /** Grid lines of the value axis. */
  ticks: { y: number; label: string }[]
  columns: {
    label: string
    /** For screen readers: "2026-11-12: 40 requests, 2 failed". */
    text: string
    /** Shown above the bar on hover and focus. */
    value: string
    x: string
    middle: string
    width: string
    /** Left edge and width of the area that reacts to the pointer. */
    area: { x: string; width: string }
    top: number
    segments: Segment[]
    isLabeled: boolean
    /** Also labeled on small screens. */
    isMajor: boolean
  }[]
  total: number
}

/**
 * Lays out a chart of stacked bars.
 *
 * @param data with one value for each series in every bar
 */
export function barChart(data: BarChartData): BarChart {
  const totals = data.bars.map(({ values }) => heightOf(values, data))
  const y = scaleLinear([0, Math.max(1, ...totals)], [HEIGHT, 0]).nice(TICKS)
  const x = scaleBand(
    data.bars.map((_, index) => index),
    [0, 100]
  ).padding(0.25)
  const step = Math.ceil(data.bars.length / MAX_LABELS)
  const majorStep = Math.ceil(data.bars.length / MAX_MAJOR_LABELS / step) * step
  return {
    ...data,
    height: HEIGHT,
    ticks: y
      .ticks(TICKS)
      .filter(Number.isInteger)
      .map((value) => ({ y: y(value), label: value.toLocaleString('en') })),
    columns: data.bars.map(({ label, values }, index) => {
      const left = x(index)!
      return {
        label,
        text: `${label}: ${describe(values, data)}`,
        value: data.sums === 'none' ? shown(values).join(' / ') : shown([totals[index]!])[0]!,
        x: percent(left),
        middle: percent(left + x.bandwidth() / 2),
        width: percent(x.bandwidth()),
        area: {
          x: percent(left - (x.step() - x.bandwidth()) / 2),
          width: percent(x.step()),
        },
        top: y(totals[index]!),
        segments: values.flatMap((value, series) => {
          const below = heightOf(values.slice(0, series), data)
          const above = heightOf(values.slice(0, series + 1), data)
          return value && above > below
            ? [{ y: y(above), height: y(below) - y(above), series }]
            : []
        }),
        isLabeled: index % step === 0,
        isMajor: index % majorStep === 0,
      }
    }),
    total: sum(totals),
  }
}

/** Height of a bar with these parts. */
function heightOf(values: number[], { sums }: BarChartData): number {
  return sums === 'none' ? Math.max(0, ...values) : sum(values)
}

function describe(values: number[], { series, unit, sums }: BarChartData): string {
  const numbers = shown(values)
  if (sums === 'none')
    return series.map((name, index) => `${name} ${numbers[index]} ${unit}`).join(', ')
  const all = `${shown([sum(values)])[0]} ${unit}`
  if (series.length === 1) return all
  const parts = series.map((name, index) => `${numbers[index]} ${name}`)
  return `${all} (${parts.join(', ')})`
}

function shown(values: number[]): string[] {
  return values.map((value) => value.toLocaleString('en', { maximumFractionDigits: 1 }))
}

function percent(value: number): string {
  return `${Number(value.toFixed(3))}%`
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
