/**
 * `npm run lint:prose` reports findings in all files that `files.ts` lists, or in the files and
 * folders given as arguments, and fails if there are any. `--all` prints counts by folder and
 * rule.
 */
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isProse, proseFiles } from './files.js'
import { type Finding, lintText } from './lint.js'
import { PATTERNS } from './rules/index.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const WORST_FILES = 30

const options = process.argv.slice(2)
const countsOnly = options.includes('--all')
const paths = options
  .filter((option) => !option.startsWith('--'))
  .map((path) => relative(ROOT, resolve(path)))

const findings: Finding[] = []
for (const file of chosenFiles()) {
  findings.push(...(await lintText(readFileSync(resolve(ROOT, file), 'utf8'), file, PATTERNS)))
}
if (countsOnly) printCounts()
else printFindings()

function chosenFiles(): string[] {
  const files = proseFiles(ROOT)
  if (!paths.length) return files
  return paths.flatMap((path) => {
    const inner = files.filter((file) => file === path || file.startsWith(`${path}/`))
    // Files outside the sources, and exempt ones, are read if they are named.
    return inner.length ? inner : [path].filter(isProse)
  })
}

function printFindings(): void {
  for (const [file, ofFile] of Map.groupBy(findings, (finding) => finding.file)) {
    console.log(`\n${file}`)
    for (const { line, column, message, rule } of ofFile)
      console.log(`  ${`${line}:${column}`.padEnd(9)}${message}  (${rule})`)
  }
  if (!findings.length) return
  console.log(`\n${findings.length} findings. The rules are in bin/prose/rules.`)
  process.exitCode = 1
}

function printCounts(): void {
  printTable('Folder', ({ file }) => folderOf(file))
  printTable('Rule', ({ rule }) => rule)
  printTable('File', ({ file }) => file, WORST_FILES)
  console.log(`\n${findings.length} findings`)
}

function printTable(heading: string, key: (finding: Finding) => string, limit = Infinity): void {
  const groups = [...Map.groupBy(findings, key)].map(([name, group]) => ({
    name,
    count: group.length,
  }))
  console.log(`\n${heading}`)
  for (const { name, count } of groups
    .toSorted((one, two) => two.count - one.count)
    .slice(0, limit))
    console.log(`${String(count).padStart(6)}  ${name}`)
}

/** `app/api`, `plugins/alerts/docs`, `tests/unit`; for files in the root, their name. */
function folderOf(file: string): string {
  const parts = file.split('/')
  const depth = parts[0] === 'plugins' && /^(?:docs|views|tests)$/.test(parts[2] ?? '') ? 3 : 2
  return parts.length > depth
    ? parts.slice(0, depth).join('/')
    : parts.slice(0, -1).join('/') || file
}
