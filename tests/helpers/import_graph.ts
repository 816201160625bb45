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

/**
 * Product files that a file imports: statically, dynamically, or for types.
 *
 * @param options.loaded only files that are loaded together with the file
 */
export function importedBy(file: string, { loaded = false } = {}): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const specifiers: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      if (!loaded || !isForTypes(node.importClause)) specifiers.push(node.moduleSpecifier)
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      if (!loaded || !node.isTypeOnly) specifiers.push(node.moduleSpecifier)
    } else if (loaded) return
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

function isForTypes(clause: ts.ImportClause | undefined): boolean {
  if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const names = clause?.namedBindings
  if (!names || clause?.name || !ts.isNamedImports(names)) return false
  return names.elements.length > 0 && names.elements.every(({ isTypeOnly }) => isTypeOnly)
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
