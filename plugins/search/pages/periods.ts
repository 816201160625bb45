/** Recent periods of date filters: buttons of the form, which also work without scripts. */
import type { SearchTypeDefinition } from '#app/search/define_search_type'

/** Parameter of a button: `filed_after:week`. */
const PERIOD = 'period'

/** Month and weekday on which a term of the Supreme Court starts: the first Monday in October. */
const [OCTOBER, MONDAY] = [9, 1]
const DAYS_OF_WEEK = 7

interface Period {
  label: string
  /** First day. Relative days stay recent in saved searches. */
  from: (today: Date) => string
}

const PERIODS: Record<string, Period> = {
  week: { label: 'Past week', from: () => '-7d' },
  month: { label: 'Past month', from: () => '-1m' },
  year: { label: 'Past year', from: () => '-1y' },
  this_year: { label: 'This year', from: (today) => `${today.getUTCFullYear()}-01-01` },
  term: { label: 'This Supreme Court term', from: findTermStart },
}

/** The first day of the current term of the Supreme Court. */
export function findTermStart(today: Date): string {
  const startIn = (year: number) => {
    const first = new Date(Date.UTC(year, OCTOBER, 1))
    const days = (MONDAY - first.getUTCDay() + DAYS_OF_WEEK) % DAYS_OF_WEEK
    return new Date(Date.UTC(year, OCTOBER, 1 + days))
  }
  const thisYear = startIn(today.getUTCFullYear())
  const start = today >= thisYear ? thisYear : startIn(today.getUTCFullYear() - 1)
  return start.toISOString().slice(0, 10)
}

/**
 * The buttons of a date filter; undefined if the type has none for it.
 *
 * @param after parameter with the first day
 */
export function listPeriods(
  { parameters }: Pick<SearchTypeDefinition, 'parameters'>,
  after: string,
  typed: (name: string) => string,
  today = new Date()
): { value: string; label: string; chosen: boolean }[] | undefined {
  const parameter = parameters[after]
  if (parameter?.is !== 'after' || !parameter.recent) return undefined
  const isOpen = !typed(parameter.other)
  return Object.entries(PERIODS).map(([name, { label, from }]) => ({
    value: `${after}:${name}`,
    label,
    chosen: isOpen && typed(after) === from(today),
  }))
}

/** Replaces the parameter of a button with the dates of its period. */
export function applyPeriod(
  address: URLSearchParams,
  { parameters }: Pick<SearchTypeDefinition, 'parameters'>,
  today = new Date()
): void {
  const [after = '', name = ''] = (address.getAll(PERIOD).at(-1) ?? '').split(':')
  address.delete(PERIOD)
  const parameter = Object.hasOwn(parameters, after) ? parameters[after]! : undefined
  if (parameter?.is !== 'after' || !parameter.recent || !Object.hasOwn(PERIODS, name)) return
  address.set(after, PERIODS[name]!.from(today))
  address.delete(parameter.other)
}
