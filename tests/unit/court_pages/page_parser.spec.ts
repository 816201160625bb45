/** Trees of pages, compared with those that parse5 makes with its own tokenizer. */
import { test } from '@japa/runner'
import { parse, parseFragment as parseOther, serialize } from 'parse5'
import { parseDocument, parseFragment } from '#app/court_pages/page_parser'
import { random } from '#tests/search/archive'

/** Parts of markup, each of which changes how the next ones are read. */
const PARTS = [
  ...['<', '>', '&', '&amp', '&amp;', '&#0;', '&nbsp;', '\0', '\r', '\n', '\r\n', ' ', '\t', '\f'],
  ...['abc', 'Q r', 'é', '\ud83d\ude00', '\ud83d', '\u00a0', '"', "'", '=', '/', '-', 'a b  c\n d'],
  ...['<table>', '<tr>', '<td>', '<TD Align=x>', '</table>', '<p>', '</p>', '<b>', '</b>', '<i>'],
  ...[
    '<a href="x',
    '">',
    `<td a="b&c\r\nd" e='f' g=h I>`,
    '<!--',
    '-->',
    '--!>',
    '<!-',
    '<!doctype html>',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<textarea>',
    '</textarea>',
    '<title>',
    '</title>',
  ],
  ...[
    '<svg>',
    '</svg>',
    '<math>',
    '<![CDATA[',
    ']]>',
    '<select>',
    '<option>',
    '<pre>',
    '<plaintext',
  ],
  ...[
    '<body>',
    '</body>',
    '</html>',
    '<head>',
    '</head>',
    '<form>',
    '<input>',
    '<br>',
    '<caption>',
  ],
  ...[
    '<noscript>',
    '<ul>',
    '<li>',
    '<h1>',
    '</h1>',
    '<nobr>',
    '<button>',
    '<x-y z_1="2">',
    '</p q>',
  ],
]

test.group('page parser', () => {
  test('makes the same trees as parse5 of random markup', ({ assert }) => {
    const next = random(37)
    const below = (limit: number) => Math.floor(next() * limit)
    for (let round = 0; round < 4_000; round++) {
      const parts = Array.from({ length: 1 + below(25) }, () => PARTS[below(PARTS.length)])
      const source = parts.join('')
      assert.equal(serialize(parseDocument(source)), serialize(parse(source)), source)
      const fragment = parseFragment(source)
      assert.equal(serialize(fragment), serialize(parseOther(source)), source)
    }
  })

  test('reads long runs', ({ assert }) => {
    const text = 'Motion to dismiss, with &amp; and <b>bold</b>\r\n'.repeat(2_000)
    const source = `<table title="${'x y '.repeat(40_000)}"><tr><td>${text}<!-- ${'- <'.repeat(9_000)}-->`
    assert.equal(serialize(parseDocument(source)), serialize(parse(source)))
  })
})
