import app from '@adonisjs/core/services/app'
import { toolServices } from '../services.js'
import { shownTools, type ShownTool } from './shown_tools.js'

/** The tools with their arguments, an example call and its result, in Markdown. */
export default async function toolsPart(): Promise<string> {
  const { tools } = await toolServices(app)
  return shownTools(tools).map(sectionOf).join('\n\n')
}

function sectionOf({
  name,
  title,
  description,
  arguments: args,
  example,
  result,
}: ShownTool): string {
  return [
    `## ${title}`,
    `\`${name}\``,
    textOf(description),
    ...(args.length ? [argumentTable(args)] : ['No arguments.']),
    ...(example ? [`Example:\n\n${block('json', example)}`] : []),
    ...(result ? [`Result:\n\n${block('json', result)}`] : []),
  ].join('\n\n')
}

function argumentTable(args: ShownTool['arguments']): string {
  const rows = args.map(
    ({ name, type, isRequired, description }) =>
      `| \`${name}\`${isRequired ? ' (required)' : ''} | ${cell(type)} | ${cell(description)} |`
  )
  return ['| Argument | Type | Description |', '| --- | --- | --- |', ...rows].join('\n')
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

/** Texts for models have characters that Markdown would take for formatting. */
function textOf(text: string): string {
  return text.replaceAll(/[\\`*_[\]]/g, String.raw`\$&`)
}

function cell(text: string): string {
  return textOf(text)
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s+/g, ' ')
}
