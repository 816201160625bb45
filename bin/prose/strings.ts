/** Sentences in strings of TypeScript and JavaScript as paragraphs of a textlint document. */
import type { TxtParagraphNode } from '@textlint/ast-node-types'
import ts from 'typescript'
import type { Inline, NodeBuilder, Range } from './nodes.js'

/** A part of a string: text, or a value between texts. */
type Part = { range: Range; isText: boolean }

interface SourceStrings {
  /** Ranges of literals, which contain no comments. */
  literals: Range[]
  /** Strings that may be sentences. */
  strings: Part[][]
}

/** Properties that are displayed, so that even a single word is prose. */
const SHOWN = new Set(
  'label title description summary heading help help_text hint message placeholder'.split(' ')
)
/** Test functions, except those that print a report. */
const TESTS = /(?:^|\/)tests\/(?!bench\/|screenshots\/)/
const CASE_NAMES = new Set('name what title label case why'.split(' '))
/** A table with its alias, or columns of an alias: `mails m`, `m.subject, m.error`. */
const SQL_PART = /^(?:[a-z_]+ [a-z]|[a-z]\.[a-z_]+\b.*)$/s

const SQL =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|FROM|WHERE|AND|OR|ORDER|GROUP|LEFT|JOIN|SET|ON|VALUES|LOCK|TRUNCATE|COPY|CASE|EXISTS|NOT|LIMIT|RETURNING|UNION)\b(?![a-z])/
/** Parts of a string that aren't prose: escapes, HTML tags, code, placeholders, empty lines. */
const TOKEN =
  /\\(?:u\{?[\dA-Fa-f]+\}?|x[\dA-Fa-f]{2}|\n|.)|<\/?[a-z][^<>]*>|`[^`]*`|\{\$?[\w.]+\}|\n\s*\n/gs

export function readStrings(text: string, file: string): SourceStrings {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const literals: Range[] = []
  const strings: Part[][] = []
  const titles = TESTS.test(file) ? new Set<ts.Node>() : null

  const visit = (node: ts.Node, isShown: boolean): void => {
    if (isLiteral(node)) literals.push([node.getStart(source), node.end])
    if (titles) for (const title of titlesIn(node)) titles.add(title)
    if (isString(node) && (!titles || titles.has(node))) {
      const parts = partsOf(node, source)
      if (isProse(parts, text, isShown)) strings.push(parts)
    }
    visitParts(node, isShown)
  }
  const visitParts = (node: ts.Node, isShown: boolean): void =>
    ts.forEachChild(node, (child) => {
      if (isPartOf(child, node)) {
        if (isLiteral(child)) literals.push([child.getStart(source), child.end])
        visitParts(child, isShown)
      } else if (ts.isPropertyAssignment(node)) visit(child, SHOWN.has(nameOf(node.name)))
      else visit(child, isShown)
    })
  visit(source, false)
  return { literals: literals.toSorted((one, two) => one[0] - two[0]), strings }
}

function isLiteral(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  )
}

function isString(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || isConcatenation(node)
}

function isConcatenation(node: ts.Node): node is ts.BinaryExpression {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    (isString(node.left) || isString(node.right))
  )
}

/** Whether a string is read as part of its parent, or is a name. */
function isPartOf(child: ts.Node, node: ts.Node): boolean {
  if (!isString(child)) return false
  return (
    isConcatenation(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isLiteralTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  )
}

/**
 * Test strings that people read: titles, case names, and reasons. Other strings are inputs and
 * results.
 */
function titlesIn(node: ts.Node): ts.Node[] {
  if (ts.isNewExpression(node)) return /Error$/.test(calledName(node)) ? [...node.arguments!] : []
  if (!ts.isCallExpression(node)) return []
  const { expression: called, arguments: values } = node
  const object = ts.isPropertyAccessExpression(called) ? called.expression : called
  if (ts.isIdentifier(object) && object.text === 'test') return values.slice(0, 1)
  const name = ts.isPropertyAccessExpression(called) ? called.name.text : ''
  if (name === 'skip') return values.slice(1, 2)
  const [cases] = values
  if (name !== 'with' || !cases || !ts.isArrayLiteralExpression(cases)) return []
  return cases.elements
    .filter((one) => ts.isObjectLiteralExpression(one))
    .flatMap(({ properties }) => [...properties])
    .filter((property) => ts.isPropertyAssignment(property))
    .filter((property) => CASE_NAMES.has(nameOf(property.name)))
    .map(({ initializer }) => initializer)
}

function calledName({ expression }: ts.NewExpression): string {
  return ts.isIdentifier(expression) ? expression.text : ''
}

function nameOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : ''
}

/** Parts of a string or of a concatenation. */
function partsOf(node: ts.Node, source: ts.SourceFile): Part[] {
  const start = node.getStart(source)
  if (ts.isStringLiteralLike(node)) return [{ range: [start + 1, node.end - 1], isText: true }]
  if (isConcatenation(node)) return [...partsOf(node.left, source), ...partsOf(node.right, source)]
  if (!ts.isTemplateExpression(node)) return [{ range: [start, node.end], isText: false }]
  return [
    { range: [start + 1, node.head.end - 2], isText: true },
    ...node.templateSpans.flatMap(({ expression, literal }): Part[] => {
      const close = literal.kind === ts.SyntaxKind.TemplateTail ? 1 : 2
      return [
        { range: [expression.pos, expression.end], isText: false },
        { range: [literal.getStart(source) + 1, literal.end - close], isText: true },
      ]
    }),
  ]
}

/** A sentence, a test title, or a label: words separated by spaces. */
function isProse(parts: Part[], text: string, isShown: boolean): boolean {
  const words = parts
    .map(({ range, isText }) => (isText ? text.slice(...range) : 'x'))
    .join('')
    .trim()
  if (SQL.test(words) || SQL_PART.test(words)) return false
  return isShown ? /[A-Za-z]{2}/.test(words) : /[A-Za-z]{2}[^A-Za-z]* +\S/.test(words)
}

export function stringParagraphs(parts: Part[], build: NodeBuilder): TxtParagraphNode[] {
  const paragraphs: TxtParagraphNode[] = []
  let children: Inline[] = []
  const finish = () => {
    if (children.some(({ type }) => type === 'Str')) paragraphs.push(build.paragraph(children))
    children = []
  }
  const add = (start: number, end: number) => {
    if (end > start) children.push(build.text(start, end))
  }
  for (const { range, isText } of parts) {
    if (!isText) {
      children.push(build.code(...range))
      continue
    }
    let [from] = range
    for (const { 0: token, index } of build.source.slice(...range).matchAll(TOKEN)) {
      const at = range[0] + index
      add(from, at)
      from = at + token.length
      if (/^[`{]/.test(token)) children.push(build.code(at, from))
      else if (/^(?:\\[nt]|\n)/.test(token)) finish()
      else if (/^\\['"`]/.test(token)) add(at + 1, from)
    }
    add(from, range[1])
  }
  finish()
  return paragraphs
}
