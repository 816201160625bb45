/**
 * `npm run docs:manifest` writes `resources/docs/plugin-manifest.md` from the
 * types of the manifest and the plugins that use each key.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { REGISTERED } from '#core/plugin_registration'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const PAGE = join(ROOT, 'resources/docs/plugin-manifest.md')
const TYPES = ['app/core/define_plugin.ts', 'app/*/contributions.ts']
const REGISTRATION = 'app/core/plugin_registration.ts'

interface Entry {
  name: string
  description: string
}

interface Manifest {
  file: string
  text: string
}

/** @returns the page in Markdown, with the manifest's keys and the methods of `register` */
export function manifestPage(): string {
  const manifests = globSync('plugins/*/plugin.ts', { cwd: ROOT })
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
    .toSorted((one, other) => one.text.length - other.text.length)
  const methods = methodsOf(sourceOf(REGISTRATION))
  const registered = new Set<string>(REGISTERED)
  const keys = TYPES.flatMap((glob) => globSync(glob, { cwd: ROOT }).toSorted())
    .flatMap((file) => keysOf(sourceOf(file)))
    .filter((key) => !registered.has(key.name.getText()))
    .map(entryOf)
  return `# Plugin manifest

\`plugins/<name>/plugin.ts\` is the manifest of a plugin. It calls \`definePlugin\` with data and lazy imports (\`() => import('./jobs.js')\`). An imported module exports one declaration or a list of declarations by default. [Your first data set](/docs/first-data-set/) and [Your first change](/docs/first-change/) build plugins step by step.

## Keys

${table('Key', keys, ({ name }) => exampleOf(manifests, new RegExp(`^ {2}${name}[:(](.*)`, 'm')))}

## Methods of \`register(host)\`

Few plugins need these declarations, so they are methods instead of manifest keys.

${table('Method', methods, ({ name }) => exampleOf(manifests, new RegExp(`\\bhost\\.${name}\\((.*)`)))}

<!-- group: Extend 4 -->
`
}

function table(title: string, entries: Entry[], example: (entry: Entry) => string): string {
  const rows = entries.map((entry) => [
    `\`${entry.name}\``,
    entry.description,
    `\`${example(entry)}\``,
  ])
  return [[title, 'Description', 'Example'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** The file that declares the key in the shortest manifest containing it. */
function exampleOf(manifests: Manifest[], use: RegExp): string {
  for (const { file, text } of manifests) {
    const found = use.exec(text)
    if (!found) continue
    const imported = /import\('\.\/(.*)\.js'\)/.exec(text.slice(found.index).split('\n  ', 3)[0]!)
    return imported ? join(dirname(file), `${imported[1]}.ts`) : file
  }
  throw new Error(`No plugin is an example of ${use.source}.`)
}

function sourceOf(file: string): ts.SourceFile {
  const path = join(ROOT, file)
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
}

/** Keys declared by a folder's `contributions.ts`, or by the manifest itself. */
function keysOf(source: ts.SourceFile): ts.PropertySignature[] {
  return source.statements
    .filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => /Contributions$|^Plugin(Definition|Manifest)$/.test(name.text))
    .flatMap(({ members }) => members.filter(ts.isPropertySignature))
}

function methodsOf(source: ts.SourceFile): Entry[] {
  return source.statements
    .filter(ts.isClassDeclaration)
    .flatMap(({ members }) => members.filter(ts.isMethodDeclaration))
    .filter(({ name }) => ts.isIdentifier(name))
    .map(entryOf)
}

/** A member's name and the first paragraph of its comment, on one line. */
function entryOf(member: ts.PropertySignature | ts.MethodDeclaration): Entry {
  const name = member.name.getText()
  const [comment] = ts.getJSDocCommentsAndTags(member)
  const text = ts.getTextOfJSDocComment(comment?.comment)
  if (!text) throw new Error(`The key "${name}" of the manifest has no description.`)
  return { name, description: text.split('\n\n', 1)[0]!.replaceAll(/\s+/g, ' ') }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, manifestPage())
