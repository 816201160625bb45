/**
 * The weekly maintenance window (service specification, Limits): `Thu 21:00-23:59
 * America/Los_Angeles`.
 */
import { DateTime, IANAZone } from 'luxon'

export interface MaintenanceWindow {
  /** 1 is Monday. */
  weekday: number
  from: { hour: number; minute: number }
  /** On the next day if it is not after `from`. */
  to: { hour: number; minute: number }
  zone: string
}

export interface Occurrence {
  start: DateTime
  end: DateTime
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const FORM = /^(\w{3}) ([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d) (\S+)$/

/** Rule for an optional weekly window. */
export function maintenanceWindow() {
  return (name: string, text?: string): MaintenanceWindow | undefined => {
    if (!text) return undefined
    const [, day = '', hour, minute, toHour, toMinute, zone = ''] = FORM.exec(text.trim()) ?? []
    const weekday = DAYS.indexOf(day) + 1
    if (!weekday || !IANAZone.isValidZone(zone))
      throw new Error(
        `${name} must be a day, two times, and a time zone, such as "Thu 21:00-23:59 America/Los_Angeles", not "${text}"`
      )
    return {
      weekday,
      from: { hour: Number(hour), minute: Number(minute) },
      to: { hour: Number(toHour), minute: Number(toMinute) },
      zone,
    }
  }
}

/** The current or next occurrence. */
export function nextOccurrence(window: MaintenanceWindow, now: Date): Occurrence {
  const moment = DateTime.fromJSDate(now).setZone(window.zone)
  const monday = moment.startOf('week')
  // The previous occurrence may extend past midnight.
  for (let weeks = -1; ; weeks++) {
    const occurrence = onDay(window, monday.plus({ weeks, days: window.weekday - 1 }))
    if (occurrence.end > moment) return occurrence
  }
}

/** Local times, so daylight saving time changes the UTC time. */
function onDay({ from, to }: MaintenanceWindow, day: DateTime): Occurrence {
  const isSameDay = to.hour * 60 + to.minute > from.hour * 60 + from.minute
  return { start: day.set(from), end: (isSameDay ? day : day.plus({ days: 1 })).set(to) }
}
