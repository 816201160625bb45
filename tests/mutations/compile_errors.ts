/** Mutants that the compiler rejects. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutatedSource, unchangedSource, type Mutant } from './mutants.js'

interface Trees {
  /** Unchanged sources. */
  root: string
  /** A copy, in which mutants are compiled. */
  tree: string
}

/** Without checks of unused names: most mutants leave some, and they change no behavior. */
const OPTIONS = ['noUnusedLocals', 'noUnusedParameters', 'pretty']
  .flatMap((option) => [`--${option}`, 'false'])
  .concat('--noEmit', '--incremental')

/** Compiles one mutant per file at a time. */
export async function findCompileErrors(mutants: Mutant[], trees: Trees): Promise<Set<Mutant>> {
  const rejected = new Set<Mutant>()
  for (const batch of oncePerFile(mutants)) {
    const errors = await compile(batch, trees)
    for (const mutant of batch) {
      const own = errors.filter(({ file }) => file === mutant.fileName)
      const { start, end } = mutant.location
      const isInside = ({ line }: CompileError) => line >= start.line && line <= end.line
      // An error elsewhere in the file may be due to a mutant of another file.
      if (own.some(isInside) || (own.length && (await compile([mutant], trees)).length))
        rejected.add(mutant)
    }
  }
  return rejected
}

function oncePerFile(mutants: Mutant[]): Mutant[][] {
  const files = [...Map.groupBy(mutants, ({ fileName }) => fileName).values()]
  const batches = Math.max(0, ...files.map(({ length }) => length))
  return Array.from({ length: batches }, (_, at) => files.flatMap((of) => of.slice(at, at + 1)))
}

interface CompileError {
  file: string
  /** From 0. */
  line: number
}

async function compile(mutants: Mutant[], { root, tree }: Trees): Promise<CompileError[]> {
  for (const mutant of mutants)
    writeFileSync(join(tree, mutant.fileName), mutatedSource(mutant, root))
  const script = join(root, 'node_modules/.bin/tsc')
  const compiler = spawn(script, [...OPTIONS, '--tsBuildInfoFile', `${tree}.types.json`], {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const text of compiler.stdout.setEncoding('utf8')) output += text
  for (const { fileName } of mutants)
    writeFileSync(join(tree, fileName), unchangedSource(join(root, fileName)))
  const errors = output.matchAll(/^(\S+)\((\d+),\d+\): error /gm)
  return Array.from(errors, ([, file, line]) => ({ file: file!, line: Number(line) - 1 }))
}
