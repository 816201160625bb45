/** Imports between product files. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { ROOT } from '#tests/helpers/server_process'

const { imports: ALIASES } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** Paths of the TypeScript files in a folder and its subfolders. */
export function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Product files that a file imports: statically, dynamically, or for types. */
export function importedBy(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const specifiers: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) specifiers.push(node.moduleSpecifier)
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier)
      specifiers.push(node.moduleSpecifier)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      specifiers.push(node.argument.literal)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      specifiers.push(node.arguments[0]!)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return specifiers
    .filter(ts.isStringLiteralLike)
    .map(({ text }) => resolved(file, text))
    .filter((path) => path !== undefined)
}

/** The file of a specifier. Undefined for packages and files that aren't TypeScript. */
function resolved(file: string, specifier: string): string | undefined {
  const path = specifier.startsWith('.') ? join(dirname(file), specifier) : aliased(specifier)
  return path && /^(app|plugins)\//.test(relative(ROOT, path)) && path.endsWith('.js')
    ? path.replace(/\.js$/, '.ts')
    : undefined
}

function aliased(specifier: string): string | undefined {
  for (const [alias, target] of Object.entries(ALIASES as Record<string, string>)) {
    const prefix = alias.replace('*', '')
    if (specifier.startsWith(prefix))
      return join(ROOT, target.replace('*', specifier.slice(prefix.length)))
  }
  return undefined
}
