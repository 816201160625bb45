/** Mutants of source files, as Stryker's instrumenter makes them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/** Lines and columns from 0. */
type Range = Record<'start' | 'end', { line: number; column: number }>

export interface Mutant {
  id: string
  fileName: string
  location: Range
  mutatorName: string
  replacement: string
}

const QUIET = new Proxy({}, { get: () => () => false })
const OPTIONS = {
  plugins: null,
  ignorers: [],
  // Messages and SQL: people read them, or they fail wherever they are used.
  excludedMutations: ['StringLiteral'],
}

async function mutate(root: string, ranges: Map<string, true | Range[]>) {
  const files = [...ranges].map(([name, range]) => {
    return { name, content: readFileSync(join(root, name), 'utf8'), mutate: range }
  })
  const result = await new Instrumenter(QUIET as never).instrument(files, OPTIONS)
  return { ...result, mutants: result.mutants.filter(({ status }) => status !== 'Ignored') }
}

/** Draws mutants of files; the same ones for the same seed and sources. */
export async function drawMutants(
  root: string,
  files: string[],
  { count, seed }: { count: number; seed: number }
): Promise<{ drawn: Mutant[]; total: number }> {
  const { mutants } = await mutate(root, new Map(files.map((file) => [file, true])))
  return { drawn: shuffled(mutants, seed).slice(0, count), total: mutants.length }
}

/** Places mutants in a tree, where each is off until its ID is the active one. */
export async function placeMutants(root: string, drawn: Mutant[]): Promise<Mutant[]> {
  const ranges = [...Map.groupBy(drawn, ({ fileName }) => fileName)].map(
    ([file, mutants]) => [file, mutants.map(({ location }) => structuredClone(location))] as const
  )
  const { files, mutants } = await mutate(root, new Map<string, Range[]>(ranges))
  for (const { name, content } of files) writeFileSync(join(root, name), content)
  // A range holds other mutants as well.
  const wanted = new Set(drawn.map(keyOf))
  return mutants.filter((mutant) => wanted.has(keyOf(mutant)))
}

const keyOf = ({ fileName, location: { start, end }, replacement }: Mutant) =>
  [fileName, start.line, start.column, end.line, end.column, replacement].join()

/** `file:line name: original → mutated` */
export function describe({ fileName, location, mutatorName, replacement }: Mutant, root: string) {
  const { start, end } = location
  const lines = readFileSync(join(root, fileName), 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1)
  lines.push(lines.pop()!.slice(0, end.column))
  const original = lines.join('\n').slice(start.column)
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 120)
  return `${fileName}:${start.line + 1} ${mutatorName}: ${short(original)} → ${short(replacement)}`
}

/** Fisher–Yates, with the generator mulberry32. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const result = [...items]
  let state = seed
  for (let at = result.length - 1; at > 0; at--) {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    const other = Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * (at + 1))
    ;[result[at], result[other]] = [result[other]!, result[at]!]
  }
  return result
}
