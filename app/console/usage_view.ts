/**
 * The usage report for pages, with the same figures as the API.
 */
import string from '@adonisjs/core/helpers/string'
import type { AccountPolicy } from '#app/accounts/policy'
import type { UsageReport, UsageRow } from '#app/accounts/usage_report'
import { type BarChart, barChart } from '#app/web/bar_chart'
import { DAYS_SHOWN } from '#app/throttle/ledger'

export interface UsageScope {
  name: string
  description: string
  /** Source of its rates, as text. */
  source: string
  rows: UsageRow[]
}

const SOURCES = { default: 'standard', membership: 'by membership', override: 'set by staff' }

/**
 * Scopes with their windows, and the last 15 days, including days without requests; `requests`
 * is the total as text.
 */
export function usageView(
  report: UsageReport,
  policy: AccountPolicy
): { scopes: UsageScope[]; chart: BarChart; total: number; requests: string } {
  const { total = 0, ...counts } = report.historical_usage
  const names = [...new Set(report.current_usage.map(({ scope }) => scope))]
  return {
    scopes: names.map((name) => {
      const { source, doubled } = policy.effective(name)
      return {
        name,
        description: policy.scopes.get(name).description,
        source: SOURCES[source] + (doubled ? ', doubled by the promotion' : ''),
        rows: report.current_usage
          .filter(({ scope }) => scope === name)
          .sort((a, b) => a.window_seconds - b.window_seconds),
      }
    }),
    chart: barChart({
      unit: 'requests',
      axis: 'Day (UTC)',
      series: ['requests'],
      bars: lastDays().map((date) => ({ label: date, values: [counts[date] ?? 0] })),
    }),
    total,
    requests: `${total.toLocaleString('en')} ${string.pluralize('request', total)}`,
  }
}

function lastDays(): string[] {
  const today = Date.now()
  return Array.from({ length: DAYS_SHOWN }, (_, ago) =>
    new Date(today - (DAYS_SHOWN - 1 - ago) * 86_400_000).toISOString().slice(0, 10)
  )
}
