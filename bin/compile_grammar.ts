/**
 * Compiles the grammar of queries for a build. A hook in adonisrc.ts runs it after the build.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import peggy from 'peggy'

const FOLDER = new URL('../build/app/search_engine/query/', import.meta.url)

export default function compileGrammar(): void {
  const grammar = readFileSync(new URL('query.peggy', FOLDER), 'utf8')
  writeFileSync(
    new URL('query_parser.cjs', FOLDER),
    peggy.generate(grammar, { output: 'source', format: 'commonjs' })
  )
}
