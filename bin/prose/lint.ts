/**
 * The prose linter: textlint's kernel with the patterns in this folder as rules. The kernel is
 * called directly, because textlint ignores rules that are named in a configuration file but
 * not found.
 */
import { TextlintKernel, type TextlintKernelRule } from '@textlint/kernel'
import MarkdownPlugin from '@textlint/textlint-plugin-markdown'
import type { Pattern } from './pattern.js'
import { createPatternRule } from './rule.js'
import { sourcePlugin } from './source_plugin.js'
import { viewPlugin } from './view_plugin.js'

export interface Finding {
  file: string
  line: number
  column: number
  rule: string
  message: string
}

const kernel = new TextlintKernel()
/** Rules by pattern, created once for all files. */
const rules = new Map<Pattern, TextlintKernelRule>()
const plugins = [
  { pluginId: 'markdown', plugin: MarkdownPlugin.default },
  { pluginId: 'view', plugin: viewPlugin },
  { pluginId: 'source', plugin: sourcePlugin },
]

/** @returns findings in a text of the given file type */
export async function lintText(
  text: string,
  file: string,
  patterns: readonly Pattern[]
): Promise<Finding[]> {
  const ext = file.slice(file.lastIndexOf('.'))
  const options = { ext, filePath: file, plugins, rules: patterns.map(kernelRule) }
  const { messages } = await kernel.lintText(text, options)
  return messages.map(({ ruleId, message, loc }) => ({
    file,
    line: loc.start.line,
    column: loc.start.column,
    rule: ruleId,
    message,
  }))
}

function kernelRule(pattern: Pattern): TextlintKernelRule {
  const rule = rules.get(pattern) ?? { ruleId: pattern.id, rule: createPatternRule(pattern) }
  rules.set(pattern, rule)
  return rule
}
