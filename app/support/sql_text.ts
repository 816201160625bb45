/**
 * Names and texts as parts of SQL statements. Values belong in parameters.
 */

/** A name as an SQL identifier. */
export function ident(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
