/**
 * Pages built to take a long time or much memory. Both must grow at most linearly
 * with the page.
 */
import { execFileSync } from 'node:child_process'
import { HOSTILE_PAGES } from '../court_pages/hostile_pages.js'
import { printTable, ratio, whole } from './table.js'

/** Megabytes of a page, doubled each time. */
const SIZES = [5, 10, 20]

interface Taken {
  seconds: number
  taken: number
  became: string
}

/** Each page runs in its own process to measure its memory. */
const parse = (name: string, megabytes: number) =>
  JSON.parse(
    execFileSync(
      process.execPath,
      ['--import=./bin/read_types.js', 'tests/bench/hostile_page.ts', name, `${megabytes}`],
      { encoding: 'utf8' }
    )
  ) as Taken

/** Prints seconds and megabytes of memory at each size, and the outcome. */
export function benchHostilePages(): void {
  const rows = HOSTILE_PAGES.map((name) => {
    const taken = SIZES.map((megabytes) => parse(name, megabytes))
    return [
      name,
      ...taken.map(({ seconds }) => ratio(seconds)),
      ...taken.map(({ taken: memory }) => whole(memory)),
      taken.at(-1)!.became,
    ]
  })
  const head = ['hostile page', ...SIZES.map((size) => `${size} MB: s`)]
  printTable([...head, ...SIZES.map((size) => `${size} MB: MB`), 'outcome'], rows)
}
