/** The known differences between the extractor and the corpus, and the docs page that lists them. */
import { readFileSync } from 'node:fs'

/** A difference that is known: `type` and `what` as `Difference` in comparison.ts has them. */
interface Known {
  file: string
  id: string
  type: string
  what: string
  reason: string
}

const KNOWN: Known[] = JSON.parse(
  readFileSync(new URL('differences.json', import.meta.url), 'utf8')
)

/** The known differences of a file, a line each, in alphabetical order. */
export function knownDifferences(file: string): string[] {
  return KNOWN.filter((known) => known.file === file)
    .map(({ id, type, what }) => `${id} ${type} ${what}`)
    .sort()
}

const HEAD = `# Differences from the corpus of citations

The extractor is compared with the expectations of a corpus of citations. Those of \`extract\`, \`resolve\`, \`annotate\`, \`equal\` and \`clean\` were written as tests of another library; those of \`opinions\`, \`filings_pdf\`, \`docket_text\`, \`reporter_variations\`, \`reporters_examples\` and \`court_names\` are labels that tools made. A file that is not listed here has no difference. The tests \`comparison.spec.ts\` and \`corpus.spec.ts\` fail on any other one.

In \`opinions\`, the labels also leave \`supra\` and \`Id.\` open where a case is cited with parallel reports. The extractor joins them to the first report of the case.
`

/** The page in Markdown. */
export function differencesPage(): string {
  const sections = [...Map.groupBy(KNOWN, ({ file }) => file)].map(([file, known]) => {
    const rows = known.map(
      ({ id, type, what, reason }) => `| ${id} | ${type} | ${what} | ${reason} |`
    )
    return `## ${file}\n\n| Text | Kind | Difference | Reason |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return [HEAD, ...sections].join('\n')
}
