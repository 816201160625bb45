import { test } from '@japa/runner'
import { FieldLimit, collectFormFields, parseFormPairs } from '#api/bodies/form_fields'
import { JsonLimits } from '#api/bodies/json_limits'
import { MultipartReader } from '#api/bodies/multipart'
import { Random } from '#app/support/random'

const MAXIMA = { maxDepth: 4, maxObjectKeys: 3, maxKeys: 6 }

/** The error for JSON that arrives in chunks of a given size; undefined if it is valid. */
function problemOf(json: string, size = json.length): string | undefined {
  const limits = new JsonLimits(MAXIMA)
  const bytes = Buffer.from(json)
  try {
    for (let at = 0; at < bytes.length; at += size) limits.check(bytes.subarray(at, at + size))
    return undefined
  } catch (error) {
    return (error as { body: { detail: string } }).body.detail
  }
}

test.group('JSON limits', () => {
  const DEEP = 'JSON parse error - the body is nested too deeply.'
  const OBJECT = 'The request body has more than 3 keys in one object.'
  const KEYS = 'The request body has more than 6 keys.'
  const ITEMS = 'The request body has more than 6 items in its lists.'
  const CASES: [json: string, problem: string | undefined][] = [
    ['', undefined],
    ['1'.repeat(1000), undefined],
    ['"' + '{[:,'.repeat(100) + '"', undefined],
    [String.raw`{"a\"{[{[{[": "\\", "b": "\\\"{,,,,,,,:"}`, undefined],
    ['[[[[]]]]', undefined],
    ['[[[[[', DEEP],
    ['{"a":[{"a":[{', DEEP],
    ['[[],[[]],[[[]]]]', undefined],
    ['{"a":1,"b":1,"c":1}', undefined],
    ['{"a":1,"b":1,"c":1,"d":1}', OBJECT],
    ['{"a":1,"a":1,"a":1,"a":1}', OBJECT],
    ['{"a":{"a":1,"b":1},"b":{},"c":{}}', undefined],
    ['{"a":{"x":1},"b":1,"c":1,"d":1}', OBJECT],
    ['[{"a":1,"b":1,"c":1},{"a":1,"b":1,"c":1}]', undefined],
    ['[{"a":1,"b":1,"c":1},{"a":1,"b":1,"c":1},{"a":1}]', KEYS],
    ['[1,2,3,4,5,6]', undefined],
    ['[1,2,3,4,5,6,7]', ITEMS],
    ['[[1,2,3],[4,5,6]]', undefined],
    ['[[1,2,3],[4,5,6],[7,8]]', ITEMS],
    ['{"a":[1,2,3],"b":[4,5,6,7,8,9]}', ITEMS],
    [']]]]}}}{:::', undefined],
    [':::::::', KEYS],
    ['{"é{[{[{[":1,"🙂":"[[[[["}', undefined],
  ]

  test('apply however the body is split into chunks', ({ assert }) => {
    for (const [json, problem] of CASES)
      for (const size of [1, 2, 3, 7, 1000])
        assert.equal(problemOf(json, size), problem, `${json} in chunks of ${size}`)
  })

  test('stop at the byte that exceeds them', ({ assert }) => {
    for (const text of ['[', '{"a":', '{"a":[{"a":{"', '[[],']) {
      const limits = new JsonLimits()
      const chunk = Buffer.from(text.repeat(1000))
      let taken = 0
      assert.throws(() => {
        for (; taken < 200; taken++) limits.check(chunk)
      })
      assert.isBelow(taken, 15, text)
    }
  })
})

test.group('form fields', () => {
  test('are counted however the body is split into chunks', ({ assert }) => {
    const body = Buffer.from('&'.repeat(999))
    for (const size of [1, 10, 5000]) {
      const limit = new FieldLimit()
      for (let at = 0; at < body.length; at += size) limit.check(body.subarray(at, at + size))
      assert.throws(() => limit.check(Buffer.from('a=b&c=d')))
    }
  })

  test('are decoded like URLSearchParams', ({ assert }) => {
    const texts = ['', '&&', '=', '=x', 'a', 'a=', 'a=b=c', 'a+b=+%2B+&c=%C3%A9', 'a=%', 'a=%ff%fe']
    for (const text of [...texts, '%=%', 'a=%zz%20+', 'a=1&a=2', '%26=%3D', 'a=%C3%A9%', '🙂=🙂'])
      assert.deepEqual([...parseFormPairs(text)], [...new URLSearchParams(text)], text)
    const spaces = [...parseFormPairs(`a=${'+'.repeat(100_000)}`)]
    assert.equal(spaces[0]![1], ' '.repeat(100_000))
  })

  test('are strings, lists, and objects with one level', ({ assert }) => {
    const read = (text: string) => collectFormFields(parseFormPairs(text))
    assert.deepEqual(read('a=1&b=2&a=3'), { a: ['1', '3'], b: '2' })
    assert.deepEqual(read('a[]=1&b[]=2&b[]=3'), { a: ['1'], b: ['2', '3'] })
    assert.deepEqual(read('a[x]=1&a[y]=2'), { a: { x: '1', y: '2' } })
    assert.deepEqual(read('a[b][c]=1&[]=2&a]=3'), {
      'a': { 'b[c]': '1' },
      '[]': '2',
      'a]': '3',
    })
    const odd = read('__proto__=1&constructor=2&a[__proto__]=3')
    assert.deepEqual(Object.keys(odd), ['__proto__', 'constructor', 'a'])
    assert.isUndefined(({} as Record<string, unknown>).x)
    const deep = `a${'[b]'.repeat(100_000)}`
    assert.deepEqual(Object.keys(read(`${deep}=1`)), ['a'])
  })
})

interface Part {
  name?: string
  filename?: string
  content: string
}

async function* cut(body: Buffer, size: number) {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
}

async function partsOf(
  body: string | Buffer,
  { size = 1 << 20, boundary = 'b', parts = 100 } = {}
) {
  const type = `multipart/form-data; boundary=${boundary}`
  const reader = new MultipartReader(cut(Buffer.from(body), size), type, parts)
  const found: Part[] = []
  for (let head = await reader.next(); head; head = await reader.next()) {
    const chunks: Buffer[] = []
    for await (const chunk of reader.content()) chunks.push(chunk)
    const { name, filename } = head
    found.push({ name, filename, content: Buffer.concat(chunks).toString('latin1') })
  }
  return found
}

const partText = (name: string, content: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`

test.group('multipart bodies', () => {
  test('are read however they are split into chunks', async ({ assert }) => {
    const contents = ['', 'x', '\r\n', '\r\n--', '\r\n--bb\r\n', '--b\r\n', '\r\n--b ', '\r\r\n\n-']
    const body = `preamble\r\n${contents
      .map((content, at) => partText(`n${at}`, content, at % 2 ? `; filename="f${at}"` : ''))
      .join('')}--b--\r\nepilogue`
    const expected = contents.map((content, at) => ({
      name: `n${at}`,
      filename: at % 2 ? `f${at}` : undefined,
      content,
    }))
    for (const size of [1, 2, 3, 5, 11, 64, 10_000])
      assert.deepEqual(await partsOf(body, { size }), expected, `chunks of ${size}`)
  })

  test('keep every byte of their content', async ({ assert }) => {
    for (let seed = 0; seed < 200; seed++) {
      const random = Random.of(1, 1, seed)
      const bytes = Buffer.from(
        Array.from(
          { length: random.between(0, 200) },
          () => [13, 10, 45, 98, 0][random.between(0, 4)]!
        )
      )
      if (/\r\n--b(\r\n|--)/.test(`${bytes.toString('latin1')}\r\n`)) continue
      const body = Buffer.concat([
        Buffer.from('--b\r\ncontent-disposition: form-data; name=a; filename=f\r\n\r\n'),
        bytes,
        Buffer.from('\r\n--b--'),
      ])
      const [part] = await partsOf(body, { size: random.between(1, 50) })
      assert.equal(part!.content, bytes.toString('latin1'))
    }
  })

  test('are read in the forms that clients send', async ({ assert }) => {
    const form = new FormData()
    form.set('plain', 'text')
    form.set('quo"ted', 'x')
    form.set('file', new Blob(['data']), 'a "b" \\ é.pdf')
    const request = new Request('http://x/', { method: 'POST', body: form })
    const boundary = request.headers.get('content-type')!.split('boundary=')[1]!
    const [plain, quoted, file] = await partsOf(Buffer.from(await request.arrayBuffer()), {
      boundary,
    })
    assert.deepInclude(plain, { name: 'plain', content: 'text', filename: undefined })
    assert.equal(quoted!.name, 'quo%22ted')
    assert.deepInclude(file, { name: 'file', content: 'data' })
    const heads: [head: string, name: string | undefined, filename: string | undefined][] = [
      [`content-disposition: form-data; name=a; filename*=utf-8''x.pdf`, 'a', "utf-8''x.pdf"],
      ['Content-Disposition:form-data;name="a b";filename=""', 'a b', ''],
      [
        String.raw`content-disposition: form-data; filename="C:\dir\x.pdf"; name="a"`,
        'a',
        String.raw`C:\dir\x.pdf`,
      ],
      ['content-type: text/plain', undefined, undefined],
    ]
    for (const [head, name, filename] of heads) {
      const [part] = await partsOf(`--b\r\n${head}\r\n\r\nx\r\n--b--`)
      assert.deepInclude(part, { name, filename }, head)
    }
    assert.deepEqual(await partsOf('--b--'), [])
    assert.lengthOf(await partsOf('--b\r\n\r\nx\r\n--b--'), 1)
  })

  test('are rejected when they are malformed', async ({ assert }) => {
    const broken: [body: string, said: RegExp][] = [
      ['', /ends before its final boundary/],
      ['x', /ends before its final boundary/],
      ['x'.repeat(100_000), /does not start with its boundary/],
      ['--b', /ends before its final boundary/],
      ['--b\r\n', /ends before its final boundary/],
      [partText('a', 'x'), /ends before its final boundary/],
      [`--b\r\nx: ${'y'.repeat(100_000)}`, /headers of a part are too long/],
      [`--b\r\nx: ${'y'.repeat(9000)}\r\n\r\nx\r\n--b--`, /headers of a part are too long/],
      ['--b\r\n: x\r\n\r\nx\r\n--b--', /header of a part can't be parsed/],
      ['--b\r\nContent-Transfer-Encoding: base64\r\n\r\nx\r\n--b--', /Content-Transfer-Encoding/],
    ]
    for (const [body, said] of broken)
      for (const size of [1, 1000]) await assert.rejects(() => partsOf(body, { size }), said)
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'x'.repeat(300)}`,
    ])
      assert.throws(
        () => new MultipartReader(cut(Buffer.alloc(0), 1), type, 1),
        /no valid boundary/
      )
  })

  test('are read only up to the maximum number of parts', async ({ assert }) => {
    let read = 0
    async function* endless() {
      for (;;) {
        read++
        yield Buffer.from(partText('a', 'x'))
      }
    }
    const reader = new MultipartReader(endless(), 'multipart/form-data; boundary=b', 100)
    await assert.rejects(async () => {
      while (await reader.next());
    }, /more than 100 parts/)
    assert.isBelow(read, 105)
  })
})
