import type { SimulatedAttorney, SimulatedParty } from '../model/types.js'

/** Invented counsel. */
export const attorney = (name: string, firm: string, roles: string[]): SimulatedAttorney => ({
  name,
  contact: [
    firm,
    '100 Simulated Street',
    'Springfield, ZZ 00000',
    '555-0100',
    `Email: ${name.split(' ').at(-1)!.toLowerCase()}@example.com`,
  ],
  roles,
})

export const LEAD = ['LEAD ATTORNEY', 'ATTORNEY TO BE NOTICED']
export const NOTICED = ['ATTORNEY TO BE NOTICED']

/** A party with its counsel. */
export const party = (
  type: string,
  name: string,
  attorneys: SimulatedAttorney[] = [],
  rest: Partial<SimulatedParty> = {}
): SimulatedParty => ({ type, name, extra: [], terminated: null, attorneys, ...rest })
