/** Texts of uploaded briefs: the content decides the type, and sizes are limited. */
import { test } from '@japa/runner'
import { readBrief } from '../../checks/brief_citations.js'
import readFileText from '../../files/file_task.js'
import { wordBody, makePdf, makeWord, packWord, wordParts } from '../brief_files.js'

const MAX = 20_000
const read = (data: Uint8Array) => readFileText({ data, maxLength: MAX })
const BROWN = 'Brown v. Board of Education, 347 U.S. 483 (1954)'
const citationsIn = (text: string) =>
  readBrief(text).map(({ citation, cited }) => [citation, cited.name])

/** Builds an encrypted or old Word file: only its signature and the name of a stream. */
const container = (name: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(name, 'utf16le')])

test.group('texts of uploaded briefs', () => {
  test('a Word file keeps its paragraphs and footnotes', async ({ assert }) => {
    const data = makeWord(
      [`The Court decided ${BROWN}.`, 'It said <so>.[1] More & more.[2]'],
      ['Marbury v. Madison, 5 U.S. 137 (1803).', 'Id. at 140.']
    )
    const found = await read(data)
    assert.deepEqual(found, {
      text: `The Court decided ${BROWN}.\n\nIt said <so>. More & more.\n\n[1] Marbury v. Madison, 5 U.S. 137 (1803).\n\n[2] Id. at 140.`,
      emptyPages: [],
    })
    assert.deepEqual(citationsIn((found as { text: string }).text), [
      ['347 U.S. 483', 'Brown v. Board of Education'],
      ['5 U.S. 137', 'Marbury v. Madison'],
      ['Id. at 140', null],
    ])
  })

  test('a PDF is joined without page numbers and stamps', async ({ assert }) => {
    const stamp = (page: number) =>
      `Case 3:20-cv-01234-ABC   Document 45   Filed 06/01/21   Page ${page} of 2`
    const data = await makePdf([
      [stamp(1), 'The Court decided Brown v. Board of Education, 347', '1'],
      [stamp(2), 'U.S. 483 (1954). It also decided', '12', 'other cases.', '- 2 -'],
    ])
    const found = await read(data)
    assert.deepEqual(found, {
      text: 'The Court decided Brown v. Board of Education, 347\nU.S. 483 (1954). It also decided\n12\nother cases.',
      emptyPages: [],
    })
    assert.deepEqual(citationsIn((found as { text: string }).text), [
      ['347 U.S. 483', 'Brown v. Board of Education'],
    ])
  })

  test('the pages of a PDF without text are listed', async ({ assert }) => {
    const found = await read(await makePdf([[], [BROWN], []]))
    assert.deepEqual(found, { text: BROWN, emptyPages: [1, 3] })
  })

  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
  test('plain text in {encoding}')
    .with([
      { encoding: 'UTF-8', data: Buffer.from('§ 1 “a” é') },
      { encoding: 'UTF-8 with a byte order mark', data: Buffer.from('\uFEFF§ 1 “a” é') },
      { encoding: 'UTF-16, little-endian', data: utf16('§ 1 “a” é') },
      { encoding: 'UTF-16, big-endian', data: utf16('§ 1 “a” é').swap16() },
      {
        encoding: 'Windows-1252',
        data: Buffer.from([0xa7, 0x20, 0x31, 0x20, 0x93, 0x61, 0x94, 0x20, 0xe9]),
      },
    ])
    .run(async ({ assert }, { data }) => {
      assert.deepEqual(await read(data), { text: '§ 1 “a” é', emptyPages: [] })
    })

  const document = wordParts(wordBody(['text']))
  const replaced = (body: string) => packWord(wordParts(body))
  test('{problem}: {what}')
    .with([
      {
        what: 'a picture',
        problem: 'unknown_type',
        make: () => Buffer.from('89504e470d0a1a0a00', 'hex'),
      },
      {
        what: 'WordPerfect',
        problem: 'unknown_type',
        make: () => Buffer.from('ff575043100000', 'hex'),
      },
      { what: 'an old Word file', problem: 'old_word', make: () => container('WordDocument') },
      {
        what: 'a locked Word file',
        problem: 'locked_word',
        make: () => container('EncryptedPackage'),
      },
      { what: 'rich text', problem: 'rich_text', make: () => Buffer.from('{\\rtf1 text}') },
      { what: 'another ZIP file', problem: 'not_word', make: () => packWord({ 'a.txt': 'a' }) },
      { what: 'an empty ZIP file', problem: 'not_word', make: () => packWord({}) },
      {
        what: 'half of a Word file',
        problem: 'damaged',
        make: () => packWord(document).subarray(0, 400),
      },
      { what: 'a PDF header alone', problem: 'damaged_pdf', make: () => Buffer.from('%PDF-1.7\n') },
      { what: 'a locked PDF', problem: 'encrypted_pdf', make: () => makePdf([[BROWN]], 'secret') },
      { what: 'a PDF without text', problem: 'scanned_pdf', make: () => makePdf([[], []]) },
      { what: 'a long text', problem: 'too_long', make: () => Buffer.from('a'.repeat(MAX + 1)) },
      {
        what: 'a long Word file',
        problem: 'too_long',
        make: () => makeWord(['a'.repeat(MAX + 1)]),
      },
      {
        what: 'a long PDF',
        problem: 'too_long',
        make: () => makePdf(Array.from({ length: 60 }, () => Array(35).fill('word '.repeat(10)))),
      },
      {
        what: 'a Word file of many megabytes',
        problem: 'too_large',
        make: () => replaced(wordBody(['a'.repeat(20_000_000)])),
      },
      {
        what: 'a Word file that declares a small size',
        problem: 'damaged',
        make: () => packWord(wordParts(wordBody(['a'.repeat(20_000_000)])), 1_000),
      },
      {
        what: 'nested entities',
        problem: 'damaged',
        make: () =>
          packWord({
            ...document,
            'word/document.xml': `<!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${document['word/document.xml']!.replace('text', '&b;')}`,
          }),
      },
      {
        what: 'deep elements',
        problem: 'damaged',
        make: () => replaced('<w:sdt><w:sdtContent>'.repeat(20_000)),
      },
    ])
    .run(async ({ assert }, { make, problem }) => {
      assert.deepEqual(await read(await make()), { problem })
    })
})
