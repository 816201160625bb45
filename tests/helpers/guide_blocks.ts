/**
 * The code blocks of a tutorial as steps that a test can run. Every block must be a step or
 * part of one.
 *
 * - `ts`, `edge`, `csv` after "Create `path`": the content of a file
 * - `diff` after "Change `path`": a change to a file, with `@@` between hunks
 * - `sh`: commands
 * - `text`, `json`, `xml` after `sh`: the output, in which `…` stands for any text
 */
const FILES = ['ts', 'edge', 'csv']
const OUTPUTS = ['text', 'json', 'xml']

interface Block {
  /** Line number in the tutorial, from 1. */
  line: number
  language: string
  content: string
  /** The text between the previous block and this one. */
  before: string
}

export type GuideStep = { line: number } & (
  | { kind: 'create' | 'change'; path: string; content: string }
  | { kind: 'run'; commands: string; output?: { language: string; content: string } }
)

/** @throws Error for a block that isn't a step */
export function guideSteps(markdown: string): GuideStep[] {
  const steps: GuideStep[] = []
  for (const { line, language, content, before } of blocksOf(markdown)) {
    const last = steps.at(-1)
    if (language === 'sh') {
      steps.push({ kind: 'run', line, commands: content })
    } else if (FILES.includes(language) || language === 'diff') {
      const kind = language === 'diff' ? 'change' : 'create'
      const path = pathIn(before, kind)
      if (!path) throw fault(line, `no "${TITLES[kind]} \`path\`" before the block`)
      steps.push({ kind, line, path, content })
    } else if (OUTPUTS.includes(language)) {
      if (last?.kind !== 'run' || last.output)
        throw fault(line, 'no commands whose output this could be')
      last.output = { language, content }
    } else {
      throw fault(line, `unknown language "${language}"`)
    }
  }
  return steps
}

const TITLES = { create: 'Create', change: 'Change' }

/** The file to create or change, if the last paragraph before a block names exactly one. */
function pathIn(before: string, kind: keyof typeof TITLES): string | undefined {
  const paragraph = before
    .trim()
    .split(/\n\s*\n/)
    .at(-1)!
  const named = [...paragraph.matchAll(new RegExp(`${TITLES[kind]} \`([\\w./-]+)\``, 'g'))]
  return named.length === 1 ? named[0]![1] : undefined
}

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let before: string[] = []
  let open: { line: number; language: string; lines: string[] } | undefined
  for (const [index, text] of markdown.split('\n').entries()) {
    const fence = /^\s*```(.*)$/.exec(text)
    if (!fence) {
      ;(open?.lines ?? before).push(text)
    } else if (open) {
      const content = open.lines.map((one) => `${one}\n`).join('')
      blocks.push({ line: open.line, language: open.language, content, before: before.join('\n') })
      open = undefined
      before = []
    } else {
      if (!text.startsWith('```')) throw fault(index + 1, 'the block is indented')
      open = { line: index + 1, language: fence[1]!.trim(), lines: [] }
    }
  }
  if (open) throw fault(open.line, 'the block has no end')
  return blocks
}

/**
 * Applies a diff to a text. Each hunk must match exactly one place.
 *
 * @throws Error for a hunk that matches no place or several
 */
export function applyDiff(text: string, diff: string): string {
  return diff.split(/^@@.*\n/m).reduce((changed, hunk) => {
    const lines = hunk.split('\n').slice(0, -1)
    const wrong = lines.find((line) => !/^[ +-]/.test(line))
    if (wrong !== undefined) throw new Error(`"${wrong}" isn't a line of a diff`)
    const side = (sign: string) =>
      lines
        .filter((line) => line[0] === ' ' || line[0] === sign)
        .map((line) => `${line.slice(1)}\n`)
        .join('')
    const old = side('-')
    const starts = [...changed.matchAll(/^/gm)].map(({ index }) => index)
    const places = old ? starts.filter((start) => changed.startsWith(old, start)) : []
    if (places.length !== 1) throw new Error(`the hunk matches ${places.length} places:\n${hunk}`)
    return changed.slice(0, places[0]) + side('+') + changed.slice(places[0]! + old.length)
  }, text)
}

/** Whether an output matches the tutorial; `…` stands for any text. */
export function isShown(
  { language, content }: { language: string; content: string },
  output: string
): boolean {
  const plain = language === 'json' ? withoutBlanks : trimmed
  const parts = plain(content)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`).test(plain(output))
}

/** JSON without white space outside strings. */
const withoutBlanks = (json: string) =>
  json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text?: string) => text ?? '')

const trimmed = (text: string) => text.replace(/[ \t\r]+$/gm, '').trim()

const fault = (line: number, reason: string) => new Error(`line ${line}: ${reason}`)
