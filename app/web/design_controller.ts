import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { barChart } from './bar_chart.js'
import { DECLARED, FACETS } from './design_samples.js'

const SWATCH = /^\.swatch-([\w-]+)/gm

/** Every component of the pages in each of its states; development only. */
export default class DesignController {
  async show({ view }: HttpContext) {
    const styles = await readFile(app.makePath('resources/css/pages.css'), 'utf8')
    return view.render('docs/design', {
      colors: [...styles.matchAll(SWATCH)].map(([, name]) => name),
      windows: [
        { scope: 'user', rate: '5/min', limit: 5, used: 2, remaining: 3, reset_at: null },
        {
          scope: 'user',
          rate: '50/hour',
          limit: 50,
          used: 50,
          remaining: 0,
          reset_at: '2026-01-02T03:04:05.000Z',
        },
        { scope: 'user', rate: '0/day', limit: 0, used: 0, remaining: 0, blocked: true },
      ],
      facets: FACETS,
      declared: DECLARED,
      problems: {
        email: 'Enter a valid email address.',
        court: 'Choose an option from the list.',
        description: 'At most 5 characters.',
        consent: 'Select this check box to continue.',
      },
      days: barChart({
        unit: 'requests',
        axis: 'Day (UTC)',
        series: ['requests'],
        bars: samples(15).map((value, day) => ({
          label: `2026-01-${String(day + 1).padStart(2, '0')}`,
          values: [value * 10],
        })),
      }),
      hours: barChart({
        unit: 'requests',
        axis: 'Time (UTC)',
        series: ['Handled', 'Server errors (5xx)'],
        bars: samples(24).map((value, hour) => ({
          label: `${String(hour).padStart(2, '0')}:00`,
          values: [value, hour % 7],
        })),
      }),
      latency: barChart({
        unit: 'milliseconds',
        axis: 'Time (UTC)',
        sums: 'none',
        series: ['Median', '99th percentile'],
        bars: samples(24).map((value, hour) => ({
          label: `${String(hour).padStart(2, '0')}:00`,
          values: [10 + (hour % 7), 20 + value],
        })),
      }),
      storage: barChart({
        unit: 'megabytes',
        axis: 'Day (UTC)',
        series: ['Database', 'Search indexes', 'Files'],
        bars: samples(15).map((value, day) => ({
          label: `2026-01-${String(day + 1).padStart(2, '0')}`,
          values: [400 + day, 200 + day, value],
        })),
      }),
    })
  }
}

/** Numbers that look like traffic, the same each time. */
function samples(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index * 37 + 11) % 83)
}
