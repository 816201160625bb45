import { test } from '@japa/runner'
import { CsvWriter } from '#api/export/csv'
import { runInExportQueue } from '#api/export/send_export'
import { parseExactly } from '#api/renderers/exact_json'
import { decideAdmission, type Charge } from '#app/throttle/admission'
import { Ledger } from '#app/throttle/ledger'
import { parseRate } from '#app/throttle/rate'

const lineOf = (value: unknown) => new CsvWriter([{ name: 'a' }]).line({ a: value })

test.group('CSV', () => {
  test('{0} is written as {1}')
    .with([
      ['plain', 'plain'],
      ['a, b', '"a, b"'],
      ['say "so"', '"say ""so"""'],
      ['two\nlines', '"two\nlines"'],
      ['two\r\nlines', '"two\r\nlines"'],
      ['', ''],
      [null, ''],
      [undefined, ''],
      [true, 'true'],
      [-5, '-5'],
      [1.5, '1.5'],
      [['a', 'b'], '"[""a"",""b""]"'],
      [{ a: 1 }, '"{""a"":1}"'],
      ['Ünïcode – §', 'Ünïcode – §'],
    ] as [unknown, string][])
    .run(({ assert }, [value, text]) => {
      assert.equal(lineOf(value), `${text}\r\n`)
    })

  test('{$self} does not become a formula in a spreadsheet')
    .with(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠A'])
    .run(({ assert }, text) => {
      assert.include([`'${text}\r\n`, `"'${text}"\r\n`], lineOf(text))
    })

  test('a formula with quotes and commas stays in one cell', ({ assert }) => {
    assert.equal(lineOf('=HYPERLINK("x","y")'), `"'=HYPERLINK(""x"",""y"")"\r\n`)
  })

  test('whole numbers keep all digits', ({ assert }) => {
    assert.equal(
      lineOf((parseExactly('{"n":9223372036854775807}') as { n: number }).n).trim(),
      '9223372036854775807'
    )
  })

  test('codes have a second column with their labels', ({ assert }) => {
    const choices = [
      { value: 1, display_name: 'One' },
      { value: 2, display_name: '=Two' },
    ]
    const csv = new CsvWriter([{ name: 'code', choices }, { name: 'after' }])
    assert.equal(csv.header(), 'code,code_label,after\r\n')
    assert.equal(csv.line({ code: 1, after: 'x' }), '1,One,x\r\n')
    assert.equal(csv.line({ code: 2, after: 'x' }), `2,'=Two,x\r\n`)
    assert.equal(csv.line({ code: [1, 2], after: null }), '"[1,2]",One; =Two,\r\n')
    assert.equal(csv.line({ code: 9 }), '9,,\r\n')
    assert.equal(csv.line({ code: null }), ',,\r\n')
  })
})

test.group('concurrency of exports', () => {
  test('two run concurrently, others are queued in order, and a failure frees its slot', async ({
    assert,
  }) => {
    let running = 0
    let most = 0
    const work = async (fails: boolean) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      if (fails) throw new Error('failed')
    }
    const done = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => runInExportQueue(() => work(n % 3 === 0)))
    )
    assert.equal(most, 2)
    assert.equal(running, 0)
    assert.lengthOf(
      done.filter(({ status }) => status === 'rejected'),
      4
    )
    assert.equal(await runInExportQueue(async () => 'free'), 'free')
  })
})

test.group('a cost that must fit as a whole', () => {
  const charge = (cost: number, ...rates: string[]): Charge[] => [
    { scope: 'user', rates: rates.map(parseRate), cost, atOnce: true },
  ]
  const at = (seconds: number) => Date.UTC(2026, 0, 1) + seconds * 1000

  test('is accepted up to the limit', ({ assert }) => {
    const ledger = new Ledger()
    const admit = (cost: number) =>
      decideAdmission(ledger, { charges: charge(cost, '5/min', '8/hour'), counted: false }, at(0))
        .refusedBy
    assert.isNotNull(admit(6))
    assert.isNull(admit(5))
    assert.equal(admit(1)!.rate.limit, 5)
  })

  test('has no effect when rejected, and reports when it fits', ({ assert }) => {
    const ledger = new Ledger()
    const admit = (cost: number, seconds: number) =>
      decideAdmission(ledger, { charges: charge(cost, '5/min'), counted: false }, at(seconds))
        .refusedBy
    assert.isNull(admit(2, 0))
    assert.isNull(admit(2, 10))
    // One is free now, and three when the first two have expired.
    assert.equal(admit(3, 20)!.freesAt, at(60))
    assert.equal(admit(4, 20)!.freesAt, at(70))
    assert.isNull(admit(1, 20))
    assert.isNull(admit(2, 61))
  })

  test('never fits if it exceeds the limit', ({ assert }) => {
    const ledger = new Ledger()
    const admit = (cost: number) =>
      decideAdmission(ledger, { charges: charge(cost, '5/min'), counted: false }, at(0)).refusedBy
    assert.isNull(admit(6)!.freesAt)
    assert.isNull(admit(1))
    assert.isNull(admit(6)!.freesAt)
  })
})
