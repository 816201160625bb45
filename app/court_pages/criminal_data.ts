import { clean } from './text.js'
import { getRowCells, getTextContent, type Element } from './tree.js'

/** A charge against a defendant. */
export interface CriminalData {
  counts: { name: string; disposition: string; status: 'pending' | 'terminated' }[]
  complaints: { name: string; disposition: string }[]
  highest_offense_level_opening: string
  highest_offense_level_terminated: string
}

/** A section below a defendant. */
export interface CriminalSection {
  empty(): CriminalData
  /** Adds the values of a row of the section. */
  add(data: CriminalData, row: Element): void
}

const empty = (): CriminalData => ({
  counts: [],
  complaints: [],
  highest_offense_level_opening: '',
  highest_offense_level_terminated: '',
})

type Charge = { name: string; disposition: string }

const SECTIONS: [RegExp, (data: CriminalData, charge: Charge) => void][] = [
  [/^Pending Counts$/i, ({ counts }, one) => counts.push({ ...one, status: 'pending' })],
  [/^Terminated Counts$/i, ({ counts }, one) => counts.push({ ...one, status: 'terminated' })],
  [/^Complaints$/i, ({ complaints }, one) => complaints.push(one)],
  [
    /^Highest Offense Level \(Opening\)$/i,
    (data, { name }) => (data.highest_offense_level_opening ||= name),
  ],
  [
    /^Highest Offense Level \(Terminated\)$/i,
    (data, { name }) => (data.highest_offense_level_terminated ||= name),
  ],
]

/**
 * The section that a heading begins, such as `Pending Counts`; null for headings of parties.
 *
 * @param heading its text
 */
export function criminalSection(heading: string): CriminalSection | null {
  const add = SECTIONS.find(([form]) => form.test(heading))?.[1]
  if (!add) return null
  const isLevel = /^Highest/i.test(heading)
  return {
    empty,
    add(data, row) {
      const [name, , disposition] = getRowCells(row).map((cell) => clean(getTextContent(cell)))
      if (name && (isLevel || name !== 'None')) add(data, { name, disposition: disposition ?? '' })
    },
  }
}
