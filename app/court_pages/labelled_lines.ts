import { childrenOf, tagOf, textOf, type Node } from './tree.js'

/** The lines below a node that its `<br>` separate, as printed; links and empty lines left out. */
export function linesWithoutLinks(root: Node): string[] {
  const lines = ['']
  for (const node of childrenOf(root)) {
    if (tagOf(node) === 'br') lines.push('')
    else if (tagOf(node) !== 'a') lines[lines.length - 1] += textOf(node)
  }
  return lines.map((line) => line.trim()).filter(Boolean)
}

/** Values by label of lines like `Filed by: CR`; the first of a label counts. */
export function labelledLines(lines: string[]): Map<string, string> {
  const values = new Map<string, string>()
  for (const line of lines) {
    const end = line.indexOf(':')
    const label = line.slice(0, end).trim()
    if (end > 0 && !values.has(label)) values.set(label, line.slice(end + 1).trim())
  }
  return values
}
