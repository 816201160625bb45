/** Comments of TypeScript and JavaScript as paragraphs of a textlint document. */
import type { TxtParagraphNode } from '@textlint/ast-node-types'
import type { Inline, NodeBuilder, Range } from './nodes.js'

/** Start of a comment line. */
const LEADER = /^[ \t]*(?:\/\*+|\/\/+|\*(?!\/))?[ \t]*/
/** Instructions to tools, optionally followed by a reason. */
const DIRECTIVE = /^(?:eslint-\S+.*?(?:--|$)|@ts-\S+|prettier-\S+|\/ <reference.*)/
const LIST_ITEM = /^(?:[-*] |\d+\. |\|)/
/** A tag with its type and, for a parameter, its name; code, a link, or a URL. */
const TOKEN =
  /(?:^|(?<=\s))@(?:param(?:\s+\{[^}]*\})?\s+\S+(?:\s+-)?|[a-z]+(?:\s+\{[^}]*\})?)|`[^`]*`|\{@\w+[^}]*\}|https?:\/\/\S+/g

/** @returns a comment per range; consecutive `//` lines are one comment */
export function commentRanges(text: string, literals: Range[]): Range[] {
  const comments: Range[] = []
  let literal = 0
  const opening = /\/\/|\/\*/g
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const start = found.index
    while (literal < literals.length && literals[literal]![1] <= start) literal++
    const [from, to] = literals[literal] ?? [Infinity, Infinity]
    if (from <= start) {
      opening.lastIndex = to
      continue
    }
    const isLine = found[0] === '//'
    const close = text.indexOf(isLine ? '\n' : '*/', start + 2)
    const end = close === -1 ? text.length : close
    const before = comments.at(-1)
    const continues =
      isLine &&
      before &&
      text.startsWith('//', before[0]) &&
      /^\n[ \t]*$/.test(text.slice(before[1], start))
    if (continues) before[1] = end
    else comments.push([start, end])
    opening.lastIndex = end + (isLine ? 0 : 2)
  }
  return comments
}

export function commentParagraphs([start, end]: Range, build: NodeBuilder): TxtParagraphNode[] {
  const { source } = build
  const paragraphs: TxtParagraphNode[] = []
  let children: Inline[] = []
  const finish = () => {
    if (children.some(({ type }) => type === 'Str')) paragraphs.push(build.paragraph(children))
    children = []
  }
  const add = (from: number, to: number) => {
    if (to > from) children.push(build.text(from, to))
  }
  for (let at = start, close = 0; at < end; at = close + 1) {
    close = lineEnd(source, at, end)
    const line = source.slice(at, close)
    const leader = LEADER.exec(line)![0].length
    const text = line.slice(leader)
    const directive = DIRECTIVE.exec(text)?.[0].length ?? 0
    if (directive || !text.trim() || LIST_ITEM.test(text)) finish()
    let from = leader + directive
    for (const { 0: token, index } of line.matchAll(TOKEN)) {
      if (index < from) continue
      add(at + from, at + index)
      from = index + token.length
      if (token.startsWith('@')) finish()
      else children.push(build.code(at + index, at + from))
    }
    add(at + from, close)
  }
  finish()
  return paragraphs
}

function lineEnd(source: string, from: number, limit: number): number {
  const end = source.indexOf('\n', from)
  return end === -1 || end > limit ? limit : end
}
