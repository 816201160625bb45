/** The prose linter (`bin/prose`): every rule with its examples, and each kind of file with a planted fault. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, writeFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { test } from '@japa/runner'
import { EXEMPT, GLOSSARY, proseFiles } from '../../bin/prose/files.js'
import { lintText } from '../../bin/prose/lint.js'
import { PATTERNS } from '../../bin/prose/rules/index.js'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { ROOT } from '#tests/helpers/server_process'

/** @returns findings of all rules as `line:column rule` */
async function findingsIn(file: string, text: string): Promise<string[]> {
  const findings = await lintText(text, file, PATTERNS)
  return findings.map(({ line, column, rule }) => `${line}:${column} ${rule}`)
}

test.group('prose lint: rules', () => {
  test('have different IDs', ({ assert }) => {
    const ids = PATTERNS.map(({ id }) => id)
    assert.lengthOf(new Set(ids), ids.length)
    assert.includeMembers(ids, GLOSSARY)
  })

  for (const { id, wrong, right } of PATTERNS) {
    test(`${id}: finds the fault in its example`, async ({ assert }) => {
      const findings = await lintText(`${wrong}\n`, 'example.md', PATTERNS)
      assert.include(
        findings.map(({ rule }) => rule),
        id
      )
    })

    test(`${id}: accepts the corrected example`, async ({ assert }) => {
      assert.deepEqual(await findingsIn('example.md', `${right}\n`), [])
    })
  }
})

test.group('prose lint: Markdown', () => {
  test('reports the position in the source, across markup and line ends', async ({ assert }) => {
    const text = '# Rows\n\n- A row\n- A thread **of\n  its own**, [a mail](x.md)\n'
    assert.deepEqual(await findingsIn('page.md', text), ['4:14 of-its-own', '5:17 mail'])
  })

  test('reports headings and table cells', async ({ assert }) => {
    const text = '## Asking\n\n| Word | Meaning |\n| --- | --- |\n| lag | how far it is |\n'
    assert.sameMembers(await findingsIn('page.md', text), [
      '1:4 asks',
      '1:4 heading-verb',
      '5:9 consumer-position',
    ])
  })

  test('accepts the same words as code and in quotations', async ({ assert }) => {
    const text =
      'The `mail` table, "a thread of its own".\n\n> It stands anew.\n\n```\n# told by mail\n```\n'
    assert.deepEqual(await findingsIn('page.md', text), [])
  })
})

test.group('prose lint: views', () => {
  test('reports text, attributes, and strings of expressions', async ({ assert }) => {
    const view = [
      "@component('page', { title: 'Your mails' })",
      '  <p>The {{ court }} <b>says</b> so.</p>',
      '  <input placeholder="Your e-mail">',
      "  <p>{{ ok ? 'It is none.' : 'Found' }}</p>",
      '@end',
      '',
    ].join('\n')
    assert.sameMembers(await findingsIn('page.edge', view), [
      '1:35 mails',
      '2:25 says',
      '3:28 e-mail',
      '4:18 is-none',
    ])
  })

  test('accepts the same words in code, scripts, comments, and values', async ({ assert }) => {
    const view = [
      '{{-- told by mail --}}',
      "@include('mails/says')",
      '<script>const told = "x"</script>',
      '<p class="mail"><code>mail</code> {{ mail.told }}</p>',
      '<p>The {{ court }} holds {{{ mail }}} records.</p>',
      '',
    ].join('\n')
    assert.deepEqual(await findingsIn('page.edge', view), [])
  })
})

test.group('prose lint: sources', () => {
  test('reports comments, across line ends', async ({ assert }) => {
    const source = [
      '/**',
      ' * A thread of',
      ' * its own.',
      ' *',
      ' * @param mail {string} what is told',
      ' */',
      'run() // Rows that stand',
      '// anew.',
      '',
    ].join('\n')
    assert.deepEqual(await findingsIn('app/a.ts', source), [
      '2:13 of-its-own',
      '5:33 told',
      '7:20 stands',
      '8:4 anew',
    ])
  })

  test('reports sentences in strings, templates, and concatenations', async ({ assert }) => {
    const source = [
      "throw new Error('It\\'s told to nobody.')",
      'log(`The ${court} says ${ok ? "it is none" : mail}.`)',
      "log('A thread of ' +",
      "  'its own')",
      "field({ label: 'Mails' })",
      '',
    ].join('\n')
    assert.sameMembers(await findingsIn('app/a.ts', source), [
      '1:24 told',
      '1:32 indefinite-person',
      '2:19 says',
      '2:35 is-none',
      '3:15 of-its-own',
      '5:17 mails',
    ])
  })

  test('accepts code: names, statements, patterns, and values', async ({ assert }) => {
    const source = [
      "import { told } from 'what is told'",
      "database.query('SELECT told AS mail FROM mails')",
      'const told = /is none of its own/, mail = "mail"',
      '// `mail` is the table; see https://example.org/mail and {@link told}.',
      '// eslint-disable-next-line told/mail',
      'type Mail = "told by mail"',
      '',
    ].join('\n')
    assert.deepEqual(await findingsIn('app/a.ts', source), [])
  })

  test('reports titles and comments of tests, and accepts their inputs', async ({ assert }) => {
    const source = [
      "test('{name} is told', async ({ assert }) => {",
      "  assert.equal(await search('told by mail'), 'it says so')",
      '}).with([{ name: "nobody knows", q: "told by mail" }])',
      '',
    ].join('\n')
    assert.sameMembers(await findingsIn('tests/unit/a.spec.ts', source), [
      '1:17 told',
      '3:19 indefinite-person',
    ])
  })
})

test.group('prose lint: files', () => {
  const files = proseFiles(ROOT)

  test('exempt files exist and are not read', ({ assert }) => {
    for (const { files: glob } of EXEMPT) {
      assert.isFalse(files.some((file) => matchesGlob(file, glob)))
      const [plugin] = /^plugins\/\w+/.exec(glob) ?? []
      if (!plugin || existsSync(join(ROOT, plugin)))
        assert.isNotEmpty(globSync(glob, { cwd: ROOT }), glob)
    }
  })

  test('include every kind, but no dependencies or builds', ({ assert }) => {
    assert.includeMembers(files, [
      'README.md',
      'resources/docs/glossary.md',
      'resources/views/pages/home.edge',
      'app/api/gate.ts',
      'eslint.config.js',
    ])
    assert.isFalse(files.some((file) => /^(?:node_modules|build|data|tmp)\//.test(file)))
  })
})

test.group('prose lint: command', () => {
  const lint = (name: string, text: string) => {
    const file = join(makeTemporaryFolder(), name)
    writeFileSync(file, text)
    const words = ['--import=./bin/read_types.js', 'bin/prose/main.ts', file]
    return spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' })
  }

  test('fails on a fault in {name}')
    .with([
      { name: 'page.md', text: 'A thread of its own.\n' },
      { name: 'page.edge', text: '<p>A thread of its own.</p>\n' },
      { name: 'source.ts', text: '/** A thread of its own. */\n' },
      { name: 'source.js', text: "throw new Error('A thread of its own.')\n" },
    ])
    .run(({ assert }, { name, text }) => {
      const { status, stdout } = lint(name, text)
      assert.equal(status, 1)
      assert.include(stdout, '"of its own"')
    })

  test('passes a file without faults', ({ assert }) => {
    assert.deepInclude(lint('page.md', 'Its own thread.\n'), { status: 0, stdout: '' })
  })
})
