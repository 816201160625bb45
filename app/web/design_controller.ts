import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { barChart } from './bar_chart.js'

const SWATCH = /^\.swatch-([\w-]+)/gm

/** Shows all components of the pages in all their states; development only. */
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

/** Deterministic numbers that look like traffic. */
function samples(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index * 37 + 11) % 83)
}

/** Sample values of components. */

const link = (label: string, count: number) => ({ label, count, path: '#facets' })

/** One facet of each kind. */
const FACETS = [
  {
    label: 'Court',
    years: null,
    groups: [
      {
        label: 'Federal Appellate',
        count: 1_204,
        links: [link('Supreme Court of the United States', 1_100), link('Ninth Circuit', 104)],
        more: [link('Second Circuit', 3), link('Federal Circuit', 1)],
      },
      { label: 'State Supreme', count: 1, links: [link('Oregon Supreme Court', 1)], more: [] },
    ],
  },
  {
    label: 'Status',
    years: null,
    groups: [
      {
        label: null,
        count: 1_205,
        links: [link('Published', 1_200), link('Unpublished', 5)],
        more: [],
      },
    ],
  },
  {
    label: 'Year filed',
    groups: [],
    years: {
      width: 240,
      height: 60,
      first: '1990',
      last: '2001',
      bars: Array.from({ length: 12 }, (_, at) => ({
        label: String(1990 + at),
        count: 5 + at * 4,
        path: '#facets',
        column: { x: at * 20, width: 20 },
        x: at * 20 + 1,
        width: 18,
        y: 55 - at * 4,
        height: 5 + at * 4,
      })),
    },
  },
]

/** Inputs as `formInput` returns them. */
const DECLARED = [
  {
    component: 'field',
    type: 'text',
    name: 'declared_name',
    label: 'Name',
    hint: 'Unique lowercase name without spaces. At most 50 characters.',
    value: 'water-rights',
    isOptional: false,
  },
  {
    component: 'field',
    type: 'url',
    name: 'declared_url',
    label: 'URL',
    hint: 'Where events are sent.',
    value: 'example',
    isOptional: false,
  },
  {
    component: 'select',
    name: 'declared_published',
    label: 'Published',
    hint: 'Whether it is visible to everyone.',
    value: 'false',
    options: [
      { value: 'true', label: 'yes' },
      { value: 'false', label: 'no' },
    ],
    isOptional: true,
  },
  {
    component: 'textarea',
    name: 'declared_text',
    label: 'Description',
    hint: 'Markdown text.',
    value: '',
    rows: 3,
    isOptional: true,
  },
  {
    component: 'fixed',
    name: 'declared_fixed',
    label: 'Text',
    hint: '',
    value: '',
    length: 350_000,
    most: 200_000,
    isOptional: true,
  },
]
