/**
 * Uploads of type 8, case report pages: the summary of a case with links to its reports
 * (court-system, 7). No page of a real court is available for comparison.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import Upload from '../../models/upload.js'
import { UPLOAD_RIGHT, VIEW_RIGHT } from '../../rights.js'
import { send, work } from '../uploads.js'

let cases = Date.now() % 10_000_000

const pageOf = (caseId: string, name = 'Reed v. Sedge') =>
  Buffer.from(`<head><title>CAND-ECF</title></head><body><center><b><font size="+1">3:26-cv-${caseId.slice(-5)}-AB</font></b> ${name}<br>Mary Nib, presiding<br>
<b>Date filed:</b> 03/02/2026<br><b>Date of last filing:</b> 03/09/2026<br></center><hr>
<table><tr><td><b>Query</b></td></tr>${[
    ['qryAlias', 'Alias'],
    ['qryAttorneys', 'Attorney'],
    ['DktRpt', 'Docket Report ...'],
    ['HistDocQry', 'History/Documents ...'],
    ['qryParties', 'Party'],
  ]
    .map(
      ([report, label]) =>
        `<tr><td><a href="/cgi-bin/${report}.pl?${caseId}">${label}</a></td></tr>`
    )
    .join('')}</table></body>`)

test.group('case report pages', (group) => {
  let account: TestAccount
  let caseId: string
  group.setup(async () => {
    account = await makeAccount({ rights: [UPLOAD_RIGHT, VIEW_RIGHT] })
  })
  group.each.setup(async () => {
    caseId = String(++cases)
    await work()
    return async () => {
      const database = await app.container.make('lucid.db')
      await database.from('dockets').where({ registry_case_id: caseId }).delete()
    }
  })

  const fields = (changes: object = {}) => ({
    court: 'cand',
    upload_type: 8,
    registry_case_id: caseId,
    ...changes,
  })
  const last = () =>
    Upload.query().where('registryCaseId', caseId).orderBy('id', 'desc').firstOrFail()

  test('create a docket once', async ({ client, assert }) => {
    const dockets: (number | null)[] = []
    for (let time = 0; time < 2; time++) {
      const sent = await send(client, account, fields(), { file: pageOf(caseId) })
      sent.assertStatus(201)
      await work()
      const { status, errorMessage, docketId } = await last()
      assert.deepEqual([status, errorMessage], [2, 'The page was merged.'])
      dockets.push(docketId)
    }
    assert.equal(dockets[0], dockets[1])
    const database = await app.container.make('lucid.db')
    const docket = await database
      .from('dockets')
      .where('id', dockets[0]!)
      .select('case_name', 'docket_number', database.raw('date_filed::text AS filed'))
      .firstOrFail()
    assert.deepEqual(docket, {
      case_name: 'Reed v. Sedge',
      docket_number: `3:26-cv-${caseId.slice(-5)}`,
      filed: '2026-03-02',
    })
  })

  test('are invalid for sealed cases and without a case report', async ({ client, assert }) => {
    for (const file of [
      '<body><table><tr><td><b>Query</b></td></tr></table></body>',
      '<p>Good morning</p>',
    ]) {
      await send(client, account, fields(), { file: Buffer.from(file) })
      await work()
      const { status, errorMessage, docketId } = await last()
      assert.equal(status, 6)
      assert.include(errorMessage, "The page isn't valid for its type")
      assert.isNull(docketId)
    }
  })

  test('require a case ID and no document', async ({ client }) => {
    for (const [changes, status] of [
      [{ registry_case_id: '' }, 400],
      [{ registry_case_id: '3-26' }, 400],
      [{ debug: true }, 201],
    ] as const)
      (await send(client, account, fields(changes), { file: pageOf(caseId) })).assertStatus(status)
  })
})
