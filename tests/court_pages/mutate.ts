/** Changes of pages that courts make, which must not lose values that are still on the page. */

/** A change of a page. */
export interface Mutation {
  title: string
  apply(source: string): string
  /** Paths of fields that the change removes from the page. */
  removes?: RegExp
}

type Tag = { name: string; isEnd: boolean; attributes: string }

const PARTS =
  /<!--[^]*?-->|<(script|style)\b[^]*?<\/\1>|<(\/?)([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi

/** Rewrites tags and texts; comments and scripts are kept. */
function rewrite(
  source: string,
  onTag: (tag: Tag, whole: string) => string,
  onText: (text: string) => string = (text) => text
): string {
  return source.replace(PARTS, (whole, script, end, name, attributes) => {
    if (name !== undefined) return onTag({ name, isEnd: end === '/', attributes }, whole)
    return whole.startsWith('<') || script ? whole : onText(whole)
  })
}

const onTags = (title: string, onTag: (tag: Tag, whole: string) => string): Mutation => ({
  title,
  apply: (source) => rewrite(source, onTag),
})
const onTexts = (title: string, onText: (text: string) => string): Mutation => ({
  title,
  apply: (source) => rewrite(source, (_, whole) => whole, onText),
})
const is = ({ name }: Tag, ...names: string[]) => names.includes(name.toLowerCase())

/** Renames elements. */
const renamed = (title: string, from: string, to: string, attributes = ''): Mutation =>
  onTags(title, (tag, whole) => {
    if (!is(tag, from)) return whole
    return tag.isEnd ? `</${to}>` : `<${to}${attributes || tag.attributes}>`
  })

/** Adds markup after start tags and before end tags. */
const inside = (title: string, names: string[], start: string, end = ''): Mutation =>
  onTags(title, (tag, whole) => {
    if (!is(tag, ...names)) return whole
    return tag.isEnd ? end + whole : whole + start
  })

const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

const attributesOf = (text: string) =>
  [...text.matchAll(ATTRIBUTE)].map(
    ([, name, double, single, bare]) => [name, double ?? single ?? bare] as const
  )

const quoted = (title: string, quote: (name: string, value: string) => string): Mutation =>
  onTags(title, (tag, whole) =>
    tag.isEnd || !tag.attributes.includes('=')
      ? whole
      : `<${tag.name}${tag.attributes.replace(ATTRIBUTE, (_, name, double, single, bare) => quote(name, double ?? single ?? bare))}>`
  )

const afterBody = (title: string, markup: string): Mutation => ({
  title,
  apply: (source) =>
    /<body\b/i.test(source)
      ? source.replace(/<body\b[^>]*>/i, (tag) => tag + markup)
      : markup + source,
})
const beforeEnd = (title: string, markup: string): Mutation => ({
  title,
  apply: (source) =>
    /<\/body>/i.test(source) ? source.replace(/<\/body>/i, (tag) => markup + tag) : source + markup,
})
const around = (title: string, start: string, end: string): Mutation => ({
  title,
  apply: (source) => beforeEnd(title, end).apply(afterBody(title, start).apply(source)),
})

/** Short texts before a colon, and texts of a heading cell. */
const isLabel = (text: string) => /^\s*[A-Z][\w /.()'&;-]{1,40}:\s*$/.test(text)

const SITE = 'https://ecf.inkd.uscourts.gov'

/** Changes of HTML. */
export const HTML_MUTATIONS: Mutation[] = [
  {
    title: 'another title',
    apply: (source) => source.replace(/<title>[^<]*/i, '<title>NextGen CM'),
  },
  { title: 'no title', apply: (source) => source.replace(/<title>[^<]*<\/title>/i, '') },
  afterBody('a banner', '<div class="banner"><b>Notice:</b> The court is closed on Monday.</div>'),
  afterBody(
    'a banner in a table',
    '<table class="banner"><tr><td>Welcome to the court</td></tr></table>'
  ),
  afterBody(
    'a hidden form',
    '<form name="search" action="/search"><input type="hidden" name="token" value="1"></form>'
  ),
  beforeEnd(
    'a footer',
    '<div id="footer"><hr><a href="/privacy">Privacy</a> | Version 1.7.1.2</div>'
  ),
  beforeEnd('a footer in a table', '<table><tr><td>Contact</td><td>Help desk</td></tr></table>'),
  around('a wrapper', '<div id="cmecfMainContent"><div class="inner">', '</div></div>'),
  around('a main element', '<main>', '</main>'),
  around('a centering wrapper', '<div align="center">', '</div>'),
  {
    title: 'a doctype',
    apply: (source) => (/^\s*<html/i.test(source) ? `<!DOCTYPE html>\n${source}` : source),
  },
  {
    title: 'an XML declaration',
    apply: (source) =>
      /^\s*<html/i.test(source) ? `<?xml version="1.0" encoding="UTF-8"?>${source}` : source,
  },
  {
    title: 'CDATA in a script',
    apply: (source) =>
      source.replace(/<\/head>/i, '<script>//<![CDATA[\nvar a = 1 < 2\n//]]></script></head>'),
  },
  {
    title: 'a style sheet',
    apply: (source) => source.replace(/<\/head>/i, '<style>td { color: #000 }</style></head>'),
  },
  onTags('comments in cells', (tag, whole) =>
    is(tag, 'td', 'th') && !tag.isEnd ? `${whole}<!-- cell -->` : whole
  ),
  onTags('comments between rows', (tag, whole) =>
    is(tag, 'tr') && !tag.isEnd ? `<!-- row -->${whole}` : whole
  ),
  onTags('white space between rows and cells', (tag, whole) =>
    is(tag, 'tr', 'td', 'th', 'table') && tag.isEnd ? `${whole}\n    ` : whole
  ),
  inside('white space in cells', ['td', 'th'], '\n      ', '\n    '),
  onTexts('line breaks for spaces', (text) => text.replace(/(?<=[a-z]) (?=[a-z])/g, '\n        ')),
  onTexts('tabs for spaces', (text) => text.replace(/(?<=[a-z]) (?=[a-z])/g, '\t')),
  onTexts('no-break spaces in labels', (text) =>
    isLabel(text) ? text.replace(/(?<=\w) (?=\w)/g, '&nbsp;') : text
  ),
  onTexts('no-break spaces around labels', (text) =>
    isLabel(text) ? `&nbsp;${text}&nbsp;` : text
  ),
  onTexts('labels in capitals', (text) =>
    isLabel(text)
      ? text.replace(/&[a-z]+;|[^&]+/g, (part) =>
          part.startsWith('&') ? part : part.toUpperCase()
        )
      : text
  ),
  onTexts('a space before colons of labels', (text) =>
    isLabel(text) ? text.replace(/\s*:\s*$/, ' : ') : text
  ),
  {
    title: 'headings in capitals',
    apply: (source) =>
      source.replace(
        /(<(th|h[1-6])\b[^>]*>)([^<&]+)/gi,
        (_, tag, __, text) => tag + text.toUpperCase()
      ),
  },
  {
    title: 'headings in lower case',
    apply: (source) =>
      source.replace(
        /(<(th|h[1-6])\b[^>]*>)([^<&]+)/gi,
        (_, tag, __, text) => tag + text.toLowerCase()
      ),
  },
  {
    title: 'no-break spaces in headings',
    apply: (source) =>
      source.replace(
        /(<th\b[^>]*>)([^<]+)/gi,
        (_, tag, text) => tag + text.replaceAll(' ', '&nbsp;')
      ),
  },
  {
    title: 'line breaks in headings',
    apply: (source) =>
      source.replace(
        /(<th\b[^>]*>)([^<:]+)(?=<)/gi,
        (_, tag, text) => tag + text.trim().replaceAll(' ', '<br>')
      ),
  },
  onTags(
    'tags in capitals',
    (tag, whole) =>
      `<${tag.isEnd ? '/' : ''}${tag.name.toUpperCase()}${tag.attributes}>${whole.length > 0 ? '' : ''}`
  ),
  onTags(
    'tags in lower case',
    (tag) => `<${tag.isEnd ? '/' : ''}${tag.name.toLowerCase()}${tag.attributes}>`
  ),
  onTags('attribute names in capitals', (tag, whole) =>
    tag.isEnd
      ? whole
      : `<${tag.name}${tag.attributes.replace(/\s[\w-]+(?==)/g, (name) => name.toUpperCase())}>`
  ),
  quoted('double quotes', (name, value) =>
    value.includes('"') ? `${name}='${value}'` : `${name}="${value}"`
  ),
  quoted('single quotes', (name, value) =>
    value.includes("'") ? `${name}="${value}"` : `${name}='${value}'`
  ),
  quoted('no quotes', (name, value) =>
    /^[\w./:?=;#%-]+$/.test(value)
      ? `${name}=${value}`
      : value.includes('"')
        ? `${name}='${value}'`
        : `${name}="${value}"`
  ),
  quoted('spaces around equals signs', (name, value) =>
    value.includes('"') ? `${name} = '${value}'` : `${name} = "${value}"`
  ),
  onTags('attributes in another order', (tag, whole) => {
    const attributes = attributesOf(tag.attributes)
    if (
      tag.isEnd ||
      attributes.length < 2 ||
      /(?:^|\s)(?:checked|selected|nowrap|disabled)\b/i.test(tag.attributes)
    )
      return whole
    return `<${tag.name} ${attributes
      .toReversed()
      .map(([name, value]) => (value.includes('"') ? `${name}='${value}'` : `${name}="${value}"`))
      .join(' ')}>`
  }),
  onTags('classes and styles on cells', (tag, whole) =>
    is(tag, 'td', 'th', 'tr') && !tag.isEnd
      ? `<${tag.name} data-cell="1" style="padding: 1px"${tag.attributes}>`
      : whole
  ),
  renamed('td for th', 'th', 'td'),
  {
    title: 'th in the first rows',
    apply: (source) =>
      source.replace(
        /<tr\b[^>]*>(?:\s*<td\b[^>]*>(?:<b>)?(?:Date Filed|Filing Date|Case No\.|Doc|Name)[^]*?)<\/tr>/gi,
        (row) => row.replace(/<(\/?)td\b/gi, '<$1th')
      ),
  },
  renamed('strong for b', 'b', 'strong'),
  renamed('styled spans for b', 'b', 'span', ' style="font-weight: bold"'),
  renamed('b for strong', 'strong', 'b'),
  renamed('em for i', 'i', 'em'),
  renamed('styled spans for i', 'i', 'span', ' style="font-style: italic"'),
  renamed('div for center', 'center', 'div', ' align="center"'),
  renamed('h3 for h2', 'h2', 'h3'),
  renamed('h2 for h3', 'h3', 'h2'),
  inside('tbody in tables', ['table'], '<tbody>', '</tbody>'),
  onTags('no tbody', (tag, whole) => (is(tag, 'tbody') ? '' : whole)),
  inside('a colgroup', ['table'], '<colgroup></colgroup>'),
  { title: 'closed br', apply: (source) => source.replace(/<br\s*\/?>/gi, '<br />') },
  { title: 'line feeds after br', apply: (source) => source.replace(/<br\s*\/?>/gi, '<br>\n   ') },
  inside('font in cells', ['td', 'th'], '<font size="-1">', '</font>'),
  inside('spans in cells', ['td', 'th'], '<span class="cell">', '</span>'),
  inside('div in cells', ['td', 'th'], '<div>', '</div>'),
  inside('br at the end of cells', ['td'], '', '<br>'),
  inside('small print', ['td'], '<small>', '</small>'),
  {
    title: 'numeric entities',
    apply: (source) => source.replaceAll('&amp;', '&#38;').replaceAll('&nbsp;', '&#160;'),
  },
  {
    title: 'no-break spaces as characters',
    apply: (source) => source.replaceAll('&nbsp;', '\u00A0'),
  },
  {
    title: 'hexadecimal entities',
    apply: (source) => source.replaceAll('&amp;', '&#x26;').replaceAll('&nbsp;', '&#xA0;'),
  },
  onTexts('apostrophes as entities', (text) => text.replaceAll("'", '&#39;')),
  {
    title: 'relative links',
    apply: (source) =>
      source.replace(
        /(href\s*=\s*["']?)https:\/\/ecf\.\w+\.uscourts\.gov(?=\/(?:doc1|docs1|cgi-bin)\/)/gi,
        '$1'
      ),
    removes: /document_url|court_id/,
  },
  {
    title: 'absolute links',
    apply: (source) =>
      source.replace(/(href\s*=\s*["']?)(?=\/(?:doc1|docs1|cgi-bin)\/)/gi, `$1${SITE}`),
    removes: /document_url/,
  },
  {
    title: 'an empty row at the end of tables',
    apply: (source) => source.replace(/<\/table>/gi, '<tr><td></td></tr></table>'),
  },
  {
    title: 'an empty row after heads',
    apply: (source) =>
      source.replace(
        /(<tr\b[^>]*>(?:\s*<th\b[^>]*>[^<]*(?:<br>[^<]*)?<\/th>){2,}\s*<\/tr>)/gi,
        '$1<tr><td>&nbsp;</td></tr>'
      ),
  },
]
