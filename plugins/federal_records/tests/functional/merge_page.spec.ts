/** Court pages merged into dockets (fetch-and-upload, 2.5). */
import { test } from '@japa/runner'
import { CASE_ID, docketPage, entry, NUMBER, usePages } from '../use_pages.js'

test.group('mergePage, dockets', (group) => {
  const { merge, rows, state } = usePages(group)

  const found = () =>
    rows(
      `SELECT docket_number AS number, registry_case_id AS case_id, source, case_name AS name,
              nature_of_suit AS suit, date_last_filing::text AS last
       FROM dockets ORDER BY id`
    )

  test('creates the docket; the same page again changes nothing', async ({ assert }) => {
    const first = await merge(docketPage())
    assert.deepEqual(first.changes, {
      entries: { added: 2, changed: 0 },
      documents: { added: 2, changed: 0 },
      parties: { added: 0, changed: 0 },
      attorneys: { added: 0, changed: 0 },
    })
    assert.lengthOf(first.entryIds, 2)
    assert.lengthOf(first.documentIds, 2)
    assert.deepEqual(await found(), [
      {
        number: NUMBER,
        case_id: CASE_ID,
        source: 1,
        name: 'One v. Two',
        suit: 'Contract: Other',
        last: '2024-01-05',
      },
    ])
    const before = await state()
    const again = await merge(docketPage())
    assert.deepEqual(await state(), before)
    assert.deepEqual([again.docketId, again.entryIds], [first.docketId, first.entryIds])
    const changes = Object.values(again.changes).flatMap((counts) => Object.values(counts))
    assert.deepEqual(new Set(changes), new Set([0]))
  })

  test('keeps values that are empty on the page, and never replaces a nature of suit', async ({
    assert,
  }) => {
    await merge(docketPage())
    await rows('UPDATE dockets SET source = 2')
    await merge(
      docketPage({
        case_name: 'Unknown Case Title',
        cause: '',
        nature_of_suit: 'Other Statutes',
        date_filed: null,
        docket_entries: [entry('0', { date_filed: '2023-12-01', description: '' })],
      })
    )
    assert.deepEqual(
      await rows(
        'SELECT source, case_name, cause, nature_of_suit, date_filed::text, date_last_filing::text FROM dockets'
      ),
      [
        {
          source: 3,
          case_name: 'One v. Two',
          cause: '28:1332 Diversity',
          nature_of_suit: 'Contract: Other',
          date_filed: '2024-01-02',
          date_last_filing: '2024-01-05',
        },
      ]
    )
  })

  test('{title}')
    .with([
      {
        title: 'prefers the docket with the case ID and the number',
        there: [
          ['1:24-cv-00001', null],
          ['1:24-cv-00001', CASE_ID],
        ],
        meant: 1,
      },
      {
        title: 'next, prefers a docket with the number and no case ID',
        there: [
          ['1:24-cv-00009', CASE_ID],
          ['1:24-cv-1', null],
        ],
        meant: 1,
      },
      {
        title: 'last, matches the case ID only',
        there: [
          ['1:24-cv-00001', '7'],
          ['1:23-mc-00005', CASE_ID],
        ],
        meant: 1,
      },
      {
        title: 'chooses the oldest of several dockets',
        there: [
          ['1:24-cv-00001', CASE_ID],
          ['1:24-cv-00001', CASE_ID],
        ],
        meant: 0,
      },
      {
        title: 'does not match another case type or office',
        there: [
          ['1:24-cr-00001', null],
          ['2:24-cv-00001', null],
        ],
        meant: 2,
      },
      {
        title: 'prefers a docket without a case ID for a page without one',
        there: [
          ['1:24-cv-00001', '7'],
          ['1:24-cv-00001', null],
        ],
        meant: 1,
        caseId: null,
      },
      {
        title: 'matches the number only for a page without a case ID',
        there: [
          ['1:24-cv-00002', null],
          ['1:24-cv-00001', '7'],
        ],
        meant: 1,
        caseId: null,
      },
    ] as { title: string; there: [string, string | null][]; meant: number; caseId?: null }[])
    .run(async ({ assert }, { there, meant, caseId = CASE_ID }) => {
      const ids: number[] = []
      for (const [number, id] of there) {
        const [row] = await rows(
          `INSERT INTO dockets (source, court_id, docket_number, docket_number_core, registry_case_id, date_created)
           VALUES (1, 'nysd', '${number}', '24' || right('0000' || substring(number from '\\d+$'), 5), ${id ? `'${id}'` : 'NULL'},
                   '2020-01-01'::timestamptz + interval '1 day' * ${ids.length})
           RETURNING id`.replaceAll('(number from', `('${number}' from`)
        )
        ids.push(Number(row.id))
      }
      const { docketId } = await merge(docketPage(), { registryCaseId: caseId })
      assert.equal(ids.indexOf(docketId), meant === there.length ? -1 : meant)
      assert.lengthOf(await found(), Math.max(there.length, meant + 1))
    })

  test('distinguishes dockets with the same number by defendant number and judges', async ({
    assert,
  }) => {
    for (const defendant of [1, 2])
      await rows(
        `INSERT INTO dockets (source, court_id, docket_number, docket_number_core, federal_defendant_number, federal_dn_judge_initials_assigned)
         VALUES (1, 'nysd', '1:24-cr-00001', '2400001', ${defendant}, 'AB${defendant}')`
      )
    const ids = (await rows('SELECT id FROM dockets ORDER BY id')).map(({ id }) => Number(id))
    const of = async (changes: object) =>
      (
        await merge(docketPage({ docket_number: '1:24-cr-00001', ...changes }), {
          registryCaseId: null,
        })
      ).docketId
    assert.equal(await of({ federal_defendant_number: '2' }), ids[1])
    assert.equal(await of({ federal_dn_judge_initials_assigned: 'AB2' }), ids[1])
    assert.equal(await of({}), ids[0])
  })

  test('finds judges of the court by name', async ({ assert }) => {
    await rows('TRUNCATE people CASCADE')
    for (const [id, first, middle, last] of [
      [1, 'Rosa', 'Maria', 'Delgado'],
      [2, 'Rosa', 'Anne', 'Delgado'],
      [3, 'John', '', 'Van Dyke'],
    ]) {
      await rows(
        `INSERT INTO people (id, name_first, name_middle, name_last) VALUES (${id}, '${first}', '${middle}', '${last}')`
      )
      await rows(`INSERT INTO positions (person_id, court_id) VALUES (${id}, 'nysd')`)
    }
    await merge(
      docketPage({ assigned_to_str: 'Rosa M. Delgado', referred_to_str: 'John Van Dyke' })
    )
    const judges = () =>
      rows('SELECT assigned_to_id::int AS assigned, referred_to_id::int AS referred FROM dockets')
    assert.deepEqual(await judges(), [{ assigned: 1, referred: 3 }])
    await merge(docketPage({ assigned_to_str: 'Wilma Unheard' }))
    assert.deepEqual(await judges(), [{ assigned: null, referred: 3 }])
    await merge(docketPage({ assigned_to_str: 'Rosa Delgado' }))
    assert.deepEqual(await judges(), [{ assigned: null, referred: 3 }])
  })

  test('blocks search engines for new small bankruptcies', async ({ assert }) => {
    const page = docketPage({ docket_number: '24-10001' })
    await merge(page, { court: 'deb' })
    await merge(docketPage())
    const blocked = () => rows('SELECT blocked FROM dockets ORDER BY id')
    assert.deepEqual(await blocked(), [{ blocked: true }, { blocked: false }])
    await rows('UPDATE dockets SET blocked = false')
    await merge(page, { court: 'deb' })
    assert.deepEqual(await blocked(), [{ blocked: false }, { blocked: false }])
  })

  test('unblocks a bankruptcy that a docket sheet shows to be large, unless staff blocked it', async ({
    assert,
  }) => {
    const page = (count: number) =>
      docketPage({
        docket_number: '24-10001',
        docket_entries: Array.from({ length: count }, (_, place) => entry(`${place + 1}`)),
      })
    const blocked = () => rows('SELECT blocked, date_blocked IS NULL AS is_open FROM dockets')
    await merge(page(1), { court: 'deb' })
    await merge(page(500), { court: 'deb' })
    assert.deepEqual(await blocked(), [{ blocked: true, is_open: false }])
    await rows(`UPDATE dockets SET date_blocked = '2020-01-01'`)
    await merge(page(501), { court: 'deb' })
    assert.deepEqual(await blocked(), [{ blocked: true, is_open: false }])
    await rows(`UPDATE dockets SET date_blocked = (date_created AT TIME ZONE 'UTC')::date`)
    await merge(page(501), { court: 'deb' })
    assert.deepEqual(await blocked(), [{ blocked: false, is_open: true }])
  })

  test('rejects a page without a docket, of an unknown court, or with an invalid value', async ({
    assert,
  }) => {
    const reason = async (work: Promise<unknown>) =>
      work.then(
        () => 'merged',
        ({ reason: said }) => said as string
      )
    assert.equal(await reason(merge({ kind: 'mobile_query' } as never)), 'nothing_to_merge')
    assert.equal(await reason(merge(docketPage(), { court: 'nowhere' })), 'refused')
    assert.equal(await reason(merge(docketPage({ docket_number: ' ' }))), 'refused')
    assert.deepEqual(await found(), [])
  })
})
