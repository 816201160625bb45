/** Quotes names and text for SQL statements. Use parameters for values. */

/** Quotes an identifier. */
export function ident(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Quotes a literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
