/** Uploads over time, by type and outcome, for staff. */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireRight } from '#api/rights'
import { barChart } from '#app/web/bar_chart'
import { TYPES } from '../codes.js'
import { countUploads, type UploadCount } from '../count_uploads.js'
import { MANAGE_RIGHT } from '../rights.js'

const DAYS = 30
const DAY = 86_400_000

/** `GET /admin/upload-counts/`, of one type with `type`. */
export async function showCounts(ctx: HttpContext) {
  requireRight(ctx, MANAGE_RIGHT)
  const asked = String(ctx.request.qs().type ?? '')
  const type = TYPES.find(({ value }) => String(value) === asked)
  const days = lastDays()
  const rows = await countUploads(await app.container.make('lucid.db'), days[0]!)
  const shown = type ? rows.filter((row) => row.type === type.value) : rows
  const chart = barChart({
    unit: 'uploads',
    axis: 'Day (UTC)',
    series: ['Succeeded', 'Failed', 'Open'],
    bars: days.map((day) => {
      const { done, failed, open } = sumOf(shown.filter((row) => row.day === day))
      return { label: day, values: [done, failed, open] }
    }),
  })
  const types = TYPES.map(({ value, display_name: label }) => ({
    value,
    label,
    ...sumOf(rows.filter((row) => row.type === value)),
  })).filter(({ done, failed, open }) => done + failed + open)
  return ctx.view.render('upload::counts', { chart, types, type, days: DAYS })
}

function lastDays(): string[] {
  const today = Date.now()
  return Array.from({ length: DAYS }, (_, place) =>
    new Date(today - (DAYS - 1 - place) * DAY).toISOString().slice(0, 10)
  )
}

function sumOf(rows: UploadCount[]): Pick<UploadCount, 'done' | 'failed' | 'open'> {
  const sum = (name: 'done' | 'failed' | 'open') => rows.reduce((all, row) => all + row[name], 0)
  return { done: sum('done'), failed: sum('failed'), open: sum('open') }
}
