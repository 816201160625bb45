import { defineResource } from '#api/define_resource'
import { f, choices } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { OPINION_TYPES } from './codes.js'
import { ident, literal } from '#app/support/sql_text'
import { sampleFields } from '#api/sample_records'

/** Text columns in order of preference. */
const SOURCES = {
  html_with_citations: 'HTML with linked citations',
  html_columbia: 'HTML from one university',
  html_lawbox: 'HTML from one vendor',
  xml_harvard: 'XML from the library project',
  html_anon_2020: 'HTML from an unnamed 2020 source',
  html: 'Source HTML',
  xml_scan: 'XML from the scanning project',
  plain_text: 'Extracted text',
}

const TEXT_SOURCES = choices(SOURCES)

/** SQL of the first nonempty text; empty if all are empty. */
function bestText(alias: string): string {
  const texts = TEXT_SOURCES.map(({ value }) => `nullif(${column(alias, value)}, '')`)
  return `coalesce(${texts.join(', ')}, '')`
}

/** SQL of the name of that column. */
function bestTextSource(alias: string): string {
  const cases = TEXT_SOURCES.map(
    ({ value }) => `WHEN ${column(alias, value)} <> '' THEN ${literal(String(value))}`
  )
  return `CASE ${cases.join(' ')} ELSE '' END`
}

function column(alias: string, name: string | number): string {
  return `${alias}.${ident(String(name))}`
}

const opinions = defineResource({
  path: 'opinions',
  table: 'opinions',
  label: 'Opinion',
  description: "Opinion texts. Use omit to leave out texts you don't need.",
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    absolute_url: f.path('/opinion/{cluster_id}/{cluster.slug}/'),
    cluster_id: f.key('cluster', { help: 'ID of the cluster.' }),
    cluster: f.link('clusters', {
      required: true,
      expands: ['docket'],
      help: 'Cluster of the opinion.',
    }),
    author_id: f.slot('link', 'people', { readOnly: true, help: 'ID of the author.' }),
    author: f.slot('link', 'people', { required: true, help: 'Author.' }),
    joined_by: f.slot('links', 'people', {
      required: true,
      help: 'Judges who joined the opinion.',
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    author_str: f.text({ help: 'Author, as text.' }),
    per_curiam: f.boolean({
      default: false,
      help: 'Whether the opinion is per curiam (unsigned).',
    }),
    joined_by_str: f.text({ help: 'Judges who joined the opinion, as text.' }),
    type: f.choice(OPINION_TYPES, {
      required: true,
      help: 'Type of opinion; the digits define the order.',
    }),
    sha1: f.text({ maxLength: 40, help: 'SHA-1 of the file.' }),
    page_count: f.integer({ nullable: true, help: 'Number of pages, if known.' }),
    download_url: f.address({
      nullable: true,
      maxLength: 500,
      help: 'Original URL; may no longer work.',
    }),
    local_path: f.storedFile({ maxLength: 100, help: 'Storage path of the file.' }),
    plain_text: f.text({ help: 'Extracted text.' }),
    html: f.text({ help: 'Source HTML.' }),
    html_lawbox: f.text({ help: 'HTML from one vendor.' }),
    html_columbia: f.text({ help: 'HTML from one university.' }),
    html_anon_2020: f.text({ help: 'HTML from an unnamed 2020 source.' }),
    xml_harvard: f.text({ help: 'XML from the library project.' }),
    xml_scan: f.text({ help: 'XML from the scanning project.' }),
    html_with_citations: f.text({ help: 'HTML with linked citations; preferred.' }),
    extracted_by_ocr: f.boolean({
      default: false,
      help: 'Whether the text was extracted with OCR.',
    }),
    ordering_key: f.integer({ nullable: true, help: 'Position in the cluster.' }),
    main_version: f.link('opinions', {
      nullable: true,
      help: 'Latest version, if this one was replaced.',
    }),
    opinions_cited: f.links(
      'opinions',
      { table: 'opinions_cited', from: 'citing_opinion_id', to: 'cited_opinion_id' },
      { readOnly: true, help: 'Opinions that this opinion cites.' }
    ),
    text: f.text({
      include: 'text',
      sql: bestText,
      readOnly: true,
      help: 'First nonempty text, in the order of the values of text_source.',
    }),
    text_source: f.choice(TEXT_SOURCES, {
      include: 'text',
      sql: bestTextSource,
      readOnly: true,
      help: 'Field that the text is from; empty if there is no text.',
    }),
    ...sampleFields('opinions'),
  },
  filters: {
    id: filter.number(),
    date_modified: filter.datetime(),
    date_created: filter.datetime(),
    sha1: filter.text(),
    extracted_by_ocr: filter.boolean(),
    per_curiam: filter.boolean(),
    cluster: filter.related(),
    type: filter.choices(),
    court: filter.alias('cluster__docket__court'),
    docket_number: filter.alias('cluster__docket__docket_number'),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})

const opinionsCited = defineResource({
  path: 'opinions-cited',
  table: 'opinions_cited',
  label: 'OpinionsCited',
  description: 'The citation graph: citing opinions, cited opinions, and the number of references.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    citing_opinion: f.link('opinions', { required: true, help: 'Citing opinion.' }),
    cited_opinion: f.link('opinions', { required: true, help: 'Cited opinion.' }),
    depth: f.integer({ default: 1, help: 'Number of references.' }),
  },
  filters: {
    id: filter.number(),
    citing_opinion: filter.related(),
    cited_opinion: filter.related(),
  },
  cursor: ['id'],
})

export default [opinions, opinionsCited]
