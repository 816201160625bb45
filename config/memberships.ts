import { parseRate, type Rate } from '#app/throttle/rate'

/**
 * Membership levels, which operators can change. `rates` replace the defaults of the `user`
 * scope; if empty, the defaults apply.
 */
export interface MembershipLevel {
  name: string
  rates: readonly Rate[]
  /** Quotas declared by plugins, by name. */
  quotas: Readonly<Record<string, number>>
  /** Required ending of the email address. */
  emailEnding?: string
  /** Whether the promotion excludes it. */
  noPromotion?: boolean
}

const level = (
  name: string,
  rates: string[],
  [realTime, scheduled]: [number, number],
  { quotas, ...more }: Partial<Pick<MembershipLevel, 'emailEnding' | 'noPromotion' | 'quotas'>> = {}
): MembershipLevel => ({
  name,
  rates: rates.map(parseRate),
  quotas: { real_time_alerts: realTime, scheduled_alerts: scheduled, ...quotas },
  ...more,
})

const TIERS: [rates: string[], alerts: [number, number]][] = [
  [
    ['10/min', '75/hour', '300/day'],
    [5, 10],
  ],
  [
    ['15/min', '150/hour', '600/day'],
    [10, 25],
  ],
  [
    ['20/min', '250/hour', '1000/day'],
    [25, 50],
  ],
  [
    ['25/min', '300/hour', '1400/day'],
    [50, 100],
  ],
]

const tiers = (key: string, name: string) =>
  TIERS.map(([rates, alerts], index): [string, MembershipLevel] => [
    `${key}_${index + 1}`,
    level(`${name} ${index + 1}`, rates, alerts),
  ])

/** Levels by key. */
export const MEMBERSHIP_LEVELS: ReadonlyMap<string, MembershipLevel> = new Map([
  ['legacy', level('Legacy', TIERS[0]![0], [0, 5])],
  ...tiers('tier', 'Tier'),
  [
    'edu',
    level('EDU', ['20/min', '1000/hour'], [5, 10], { emailEnding: '.edu', noPromotion: true }),
  ],
  ...tiers('group_tier', 'Group Tier'),
])

/** Payment states of a membership; with a failed payment, it grants nothing. */
export const PAYMENT_STATES = ['pending', 'succeeded', 'failed'] as const
