/**
 * Rejected lines and files, and their messages.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { sheet, useSheets } from '../use_sheets.js'

const DOCKET = { court_id: 'nysd', docket_number: '1:24-cv-00001' }
const entry = (values: object) => ({ docket: DOCKET, docket_entries: [values] })
const document = (values: object) =>
  entry({ documents: [{ document_type: 1, document_number: '1', ...values }] })
const party = (values: object) => ({
  docket: DOCKET,
  parties: [{ name: 'One', type: 'Plaintiff', ...values }],
})
const attorney = (values: object) => party({ attorneys: [{ name: 'A', ...values }] })

/** Lines with a single error each. */
const WRONG: [title: string, line: unknown, reason: string | RegExp][] = [
  ['an unknown field in a sheet', { docket: DOCKET, entries: [] }, /^entries: unknown field/],
  [
    'an unknown field in the docket',
    { docket: { ...DOCKET, nonsense: 1 } },
    'docket.nonsense: unknown field',
  ],
  [
    'a misspelled name in an entry',
    entry({ descriptoin: 'x' }),
    'docket_entries.0.descriptoin: unknown field; did you mean "description"?',
  ],
  [
    'a misspelled name in a document',
    document({ plain_txt: 'x' }),
    'docket_entries.0.documents.0.plain_txt: unknown field; did you mean "plain_text"?',
  ],
  [
    'a misspelled name in a party',
    party({ atorneys: [] }),
    'parties.0.atorneys: unknown field; did you mean "attorneys"?',
  ],
  [
    'an unknown field in a count',
    party({ criminal_counts: [{ x: 1 }] }),
    /^parties\.0\.criminal_counts\.0\.x/,
  ],
  ['an unknown field in an attorney', attorney({ mail: 'x' }), /^parties\.0\.attorneys\.0\.mail/],
  [
    'an unknown field in a role',
    attorney({ roles: [{ x: 1 }] }),
    /attorneys\.0\.roles\.0\.x: unknown/,
  ],
  [
    'an unknown field in a firm',
    attorney({ organizations: [{ x: 1 }] }),
    /organizations\.0\.x: unknown/,
  ],
  [
    'an inherited name of objects',
    '{"docket":{"__proto__":1}}',
    /^docket\.__proto__: unknown field/,
  ],
  [
    'a case ID that is too long',
    { docket: { ...DOCKET, registry_case_id: 'x'.repeat(101) } },
    /case_id.*100/,
  ],
  ['a hash that is too long', document({ sha1: 'x'.repeat(41) }), /documents\.0\.sha1.*40/],
  [
    'a phone number that is too long',
    attorney({ phone: '1'.repeat(21) }),
    /attorneys\.0\.phone.*20/,
  ],
  ['a party type that is too long', party({ type: 'x'.repeat(101) }), /parties\.0\.type.*100/],
  [
    'a state that is too long',
    attorney({ organizations: [{ name: 'F', state: 'NYC' }] }),
    /state.*2/,
  ],
  ['an unknown role', attorney({ roles: [{ role: 99 }] }), /roles\.0\.role/],
  ['an unknown pro se', party({ pro_se: 9 }), /pro_se/],
  ['an unknown OCR status', document({ ocr_status: 77 }), /ocr_status/],
  ['an unknown thumbnail status', document({ thumbnail_status: 3 }), /thumbnail_status/],
  ['an unknown count status', party({ criminal_counts: [{ name: 'C', status: 3 }] }), /status/],
  ['a blank docket number', { docket: { ...DOCKET, docket_number: ' ' } }, /can't be blank/],
  [
    'a main document with an attachment number',
    document({ attachment_number: 1 }),
    'docket_entries.0.documents.0.attachment_number: must be empty for a main document',
  ],
  [
    'an attachment without a number',
    document({ document_type: 2 }),
    'docket_entries.0.documents.0.attachment_number: required for an attachment',
  ],
  ['a number too large for its column', document({ page_count: 2 ** 31 }), /page_count/],
  [
    'a number beyond 53 bits',
    '{"docket":{"court_id":"nysd","docket_number":"1"},"docket_entries":[{"entry_number":9007199254740993}]}',
    /docket_entries\.0\.entry_number/,
  ],
  ['an ID beyond 52 bits', entry({ id: 2 ** 53 }), /docket_entries\.0\.id/],
  [
    'an invalid date',
    entry({ date_filed: '2024-02-30' }),
    `docket_entries.0.date_filed: "2024-02-30" isn't a date such as 2024-02-15`,
  ],
  [
    'a date in another format',
    { docket: { ...DOCKET, date_filed: '02/15/2024' } },
    /^docket\.date_filed/,
  ],
  ['an invalid time', entry({ time_filed: '25:00' }), /^docket_entries\.0\.time_filed/],
  [
    'an invalid timestamp',
    document({ date_upload: '2024-02-30T10:00:00Z' }),
    /^docket_entries\.0\.documents\.0\.date_upload: "2024-02-30T10:00:00Z" isn't a time/,
  ],
  ['a list', '[]', 'the line must be an object'],
  ['null', 'null', 'the line must be an object'],
  ['a number', '5', 'the line must be an object'],
]

test.group('dockets:import, rejected lines', (group) => {
  const { run, runFiles, write, rows } = useSheets(group)
  const theirs = sheet({
    docket: { court_id: 'nysd', docket_number: 'theirs' },
    docket_entries: [
      {
        id: 31,
        entry_number: 1,
        documents: [{ id: 41, document_type: 1, document_number: '1' }],
      },
    ],
    parties: [
      {
        id: 51,
        name: 'One',
        type: 'Plaintiff',
        attorneys: [{ id: 61, name: 'A', organizations: [{ id: 71, name: 'A Firm LLP' }] }],
      },
    ],
  })

  test('rejects {0}')
    .with(WRONG)
    .run(async ({ assert }, [, line, reason]) => {
      const { refusals, added } = await run(line, sheet())
      assert.lengthOf(refusals, 1)
      const [[number, said]] = refusals as [[number, string]]
      assert.equal(number, 1)
      if (typeof reason === 'string') assert.equal(said, reason)
      else assert.match(said, reason)
      assert.equal(added.entries, 2)
    })

  test('rejects an ID that belongs to another row, with a reason')
    .with([
      [entry({ id: 31, entry_number: 1 }), /^docket_entries\.0\.id: 31 is an entry of docket \d+$/],
      [document({ id: 41 }), /^docket_entries\.0\.documents\.0\.id: 41 is a document of entry 31$/],
      [party({ id: 51, name: 'Two' }), /^parties\.0\.id: 51 is "One"$/],
      [attorney({ id: 61, name: 'B' }), /^parties\.0\.attorneys\.0\.id: 61 is "A"$/],
      [
        attorney({ organizations: [{ id: 71, name: 'B LLP' }] }),
        /attorneys\.0\.organizations\.0\.id: 71 has the lookup key "afirmllp"$/,
      ],
      [
        {
          docket: DOCKET,
          docket_entries: [1, 2].map((number) => ({
            entry_number: number,
            documents: [{ id: 42, document_type: 1, document_number: '1' }],
          })),
        },
        /^docket_entries\.1\.documents\.0\.id: 42 is a document of entry \d+$/,
      ],
    ] as [unknown, RegExp][])
    .run(async ({ assert }, [line, reason]) => {
      const { refusals } = await run(theirs, line, theirs)
      assert.lengthOf(refusals, 1)
      assert.match(refusals[0]![1], reason)
      assert.deepEqual(
        await rows(
          `SELECT docket_number AS docket, e.id::int AS entry, o.id::int AS document
           FROM dockets d JOIN docket_entries e ON docket_id = d.id JOIN archive_documents o ON docket_entry_id = e.id`
        ),
        [{ docket: 'theirs', entry: 31, document: 41 }]
      )
    })

  test('dockets share people by ID, and a docket can rename its own', async ({ assert }) => {
    const people = (name: string, docket: object) => ({
      docket,
      parties: [{ id: 51, name, type: 'Plaintiff', attorneys: [{ id: 61, name: `${name} Esq.` }] }],
    })
    const { refusals } = await run(
      people('One', DOCKET),
      people('One', { court_id: 'cand', docket_number: '2' }),
      people('One, Inc.', DOCKET)
    )
    assert.deepEqual(refusals, [])
    assert.deepEqual(await rows('SELECT p.name, a.name AS attorney FROM parties p, attorneys a'), [
      { name: 'One, Inc.', attorney: 'One, Inc. Esq.' },
    ])
  })

  test('rejects only the line with values that the database rejects', async ({ assert }) => {
    const twice = { document_type: 1, document_number: '1' }
    const { refusals, added } = await run(
      party({ name: randomBytes(10_000).toString('hex') }),
      party({ name: 'zero \0 byte' }),
      entry({ entry_number: 1, documents: [twice, twice] }),
      sheet()
    )
    assert.deepEqual(
      refusals.map(([line]) => line),
      [1, 2, 3]
    )
    assert.equal(added.parties, 2)
  })

  test('ignores a byte order mark and blank lines', async ({ assert }) => {
    const line = JSON.stringify(sheet())
    const result = await runFiles(write(`\uFEFF${line}\r\n\r\n  \n${line}\r\n`))
    assert.deepEqual([result.refusals, result.lines], [[], 2])
  })

  test('rejects lines that are not UTF-8', async ({ assert }) => {
    const latin = Buffer.from(JSON.stringify(party({ name: 'Müller' })), 'latin1')
    const { refusals } = await runFiles(write(latin))
    assert.deepEqual(refusals, [[1, 'not UTF-8']])
  })

  test('imports nothing if a file cannot be read', async ({ assert }) => {
    const good = write(JSON.stringify(sheet()), 'good.jsonl')
    const missing = join(good, '../missing.jsonl')
    const directory = join(good, '../folder.jsonl')
    mkdirSync(directory, { recursive: true })
    for (const [path, problem] of [
      [missing, /no such file/],
      [directory, /it is a folder; nothing was imported/],
    ] as const)
      await assert.rejects(() => runFiles(good, path), problem)
    assert.deepEqual(await rows('SELECT 1 FROM dockets'), [])
  })
})
