/**
 * A textlint plugin for the comments and strings of TypeScript and JavaScript. Each paragraph
 * of a comment and each string is a paragraph of the document.
 */
import type { TextlintPluginCreator } from '@textlint/types'
import { commentParagraphs, commentRanges } from './comments.js'
import { NodeBuilder } from './nodes.js'
import { readStrings, stringParagraphs } from './strings.js'

export const sourcePlugin: TextlintPluginCreator = {
  Processor: class {
    availableExtensions() {
      return ['.ts', '.js']
    }
    processor() {
      return {
        preProcess(text: string, file = 'source.ts') {
          const build = new NodeBuilder(text)
          const { literals, strings } = readStrings(text, file)
          const paragraphs = [
            ...strings.flatMap((parts) => stringParagraphs(parts, build)),
            ...commentRanges(text, literals).flatMap((range) => commentParagraphs(range, build)),
          ]
          return build.document(paragraphs.toSorted((one, two) => one.range[0] - two.range[0]))
        },
        postProcess: (messages: never[], filePath = 'source.ts') => ({ messages, filePath }),
      }
    }
  },
}
