/** Code without mutants, and why no test could or should detect them. */

/** The minimum of a Babel path, which the instrumenter doesn't export. */
interface Path {
  node: Node
  parent: Node
}

interface Node {
  type: string
  callee?: Node
  object?: Node
  property?: Node
  name?: string
  elements?: (Node | null)[]
}

export const EXCLUDED_FILES: { files: RegExp; reason: string }[] = [
  { files: /\.d\.ts$|\/tests\//, reason: 'not part of a server' },
  { files: /\/migrations\//, reason: 'run once, before the tests' },
  { files: /\/factories\/|^plugins\/synthetic_archive\//, reason: 'random test data' },
]

/** Mutators of Stryker. */
export const EXCLUDED_MUTATORS = [
  // Messages and SQL: people check messages, and invalid SQL fails in any use.
  'StringLiteral',
]

/** Rules in the format of Stryker's ignore plugins: a reason excludes a node and its children. */
export const EXCLUDED_NODES = [
  {
    shouldIgnore: (path: Path) => (isLogCall(path.node) ? 'people check log messages' : undefined),
  },
  {
    shouldIgnore: (path: Path) =>
      isTableRow(path) ? 'data, such as the code tables of the courts' : undefined,
  },
]

/** `logger.info(…)`, `this.logger.success(…)`, `console.error(…)` */
function isLogCall({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || callee?.type !== 'MemberExpression') return false
  const { object } = callee
  const name = object?.name ?? object?.property?.name
  return name === 'logger' || name === 'console'
}

/** An array of literals in another array. */
function isTableRow({ node, parent }: Path): boolean {
  const isRow = node.type === 'ArrayExpression' && parent.type === 'ArrayExpression'
  return isRow && Boolean(node.elements?.every((item) => item && /^\w+Literal$/.test(item.type)))
}
