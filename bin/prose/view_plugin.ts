/**
 * A textlint plugin for Edge views: `textlint-plugin-html` parses the view with its Edge syntax
 * masked, so offsets are unchanged. Sentences in the strings of that syntax and in displayed
 * attributes are added as paragraphs.
 */
import type { TxtDocumentNode, TxtParagraphNode } from '@textlint/ast-node-types'
import type { TextlintPluginCreator } from '@textlint/types'
import HtmlPlugin from 'textlint-plugin-html'
import { NodeBuilder, type Range } from './nodes.js'
import { readStrings, stringParagraphs } from './strings.js'

const html = new HtmlPlugin.Processor({}).processor('.html')

export const viewPlugin: TextlintPluginCreator = {
  Processor: class {
    availableExtensions() {
      return ['.edge']
    }
    processor() {
      return {
        preProcess: (text: string) => documentOf(text),
        postProcess: (messages: never[], filePath = 'view.edge') => ({ messages, filePath }),
      }
    }
  },
}

async function documentOf(text: string): Promise<TxtDocumentNode> {
  const { masked, expressions } = mask(text)
  const parsed = (await html.preProcess(masked, 'view.html')) as TxtDocumentNode
  const build = new NodeBuilder(text)
  const paragraphs = [
    ...expressions.flatMap((range) => expressionParagraphs(range, build)),
    ...attributes(masked, build),
  ]
  return build.document([...parsed.children, ...paragraphs])
}

function expressionParagraphs([start, end]: Range, build: NodeBuilder): TxtParagraphNode[] {
  // Offsets are unchanged.
  const expression = `${' '.repeat(start - 1)}(${build.source.slice(start, end)})`
  return readStrings(expression, 'view.ts').strings.flatMap((parts) =>
    stringParagraphs(parts, build)
  )
}

/** `{{-- … --}}`, `{{ … }}`, `{{{ … }}}`, or a tag at the start of a line. */
const SYNTAX = /\{\{--.*?--\}\}|\{\{\{?(.*?)\}?\}\}|^[ \t]*@!?[\w.]+[ \t]*(\()?/gms

/** @returns the view without Edge syntax, of the same length, and the ranges of its expressions */
function mask(text: string): { masked: string; expressions: Range[] } {
  const expressions: Range[] = []
  let masked = ''
  let from = 0
  for (SYNTAX.lastIndex = 0; ;) {
    const found = SYNTAX.exec(text)
    if (!found) break
    const [syntax, expression, opens] = found
    let end = found.index + syntax.length
    const isTag = !syntax.startsWith('{{')
    if (opens) end = closingParenthesis(text, end)
    if (expression) {
      const start = found.index + syntax.indexOf(expression)
      expressions.push([start, start + expression.length])
    } else if (opens) expressions.push([found.index + syntax.length, end - 1])
    // A value counts as a word of its sentence; a tag counts as nothing.
    const filler = expression ? '_' : ' '
    masked += text.slice(from, found.index)
    masked += text
      .slice(found.index, end)
      .replaceAll(isTag || !expression ? /[^\n]/g : /\S| /g, filler)
    from = end
    SYNTAX.lastIndex = end
  }
  return { masked: masked + text.slice(from), expressions }
}

/** @returns the offset after the parenthesis that matches the one at `from` - 1 */
function closingParenthesis(text: string, from: number): number {
  const token = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[()]/gs
  token.lastIndex = from
  for (let depth = 1, found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === '(') depth++
    if (found[0] === ')' && --depth === 0) return token.lastIndex
  }
  return text.length
}

const SHOWN =
  /\s(?:title|placeholder|alt|aria-label|aria-description|content|data-label)="([^"]*)"/g

function attributes(masked: string, build: NodeBuilder): TxtParagraphNode[] {
  return [...masked.matchAll(SHOWN)]
    .filter(([, value]) => /[A-Za-z]{2}/.test(value!))
    .map(({ 0: attribute, 1: value, index }) => {
      const start = index + attribute.length - 1 - value!.length
      return build.paragraph([build.text(start, start + value!.length)])
    })
}
