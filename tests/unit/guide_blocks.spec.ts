/**
 * The tutorial runner skips no block and detects an error in any of them.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { applyDiff, guideSteps, isShown } from '#tests/helpers/guide_blocks'
import { GuideRun } from '#tests/helpers/guide_run'

/** A small tutorial; a test replaces part of it. */
const GUIDE = `
Create \`notes/a.ts\`:

~~~ts
one
two
~~~

Change \`notes/a.ts\`. It gets a line:

~~~diff
 one
+one and a half
-two
~~~

~~~sh
export WORD=three
cat notes/a.ts
~~~

~~~text
one
one and …
~~~

~~~sh
printf '{ "a": [1, "b  c"], "w": "%s" }' $WORD
~~~

~~~json
{
  "a": [1, "b  c"],
  "w": "three"
}
~~~
`.replaceAll('~~~', '```')

/** Runs a tutorial in an empty folder. */
async function follow(markdown: string): Promise<string> {
  const folder = makeTemporaryFolder()
  try {
    await new GuideRun(folder, 1).run(guideSteps(markdown))
    return readFileSync(join(folder, 'notes/a.ts'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.group('tutorials: blocks', () => {
  test('are all steps, in order', ({ assert }) => {
    assert.deepEqual(
      guideSteps(GUIDE).map(({ kind, line }) => [kind, line]),
      [
        ['create', 4],
        ['change', 11],
        ['run', 17],
        ['run', 27],
      ]
    )
  })

  test('are rejected: {0}')
    .with([
      ['no file is named', GUIDE.replace('Create `notes/a.ts`:', 'Write a file:'), 4],
      ['a diff creates a file', GUIDE.replace('Change `', 'Create `'), 11],
      ['a language has no meaning', GUIDE.replace('```ts', '```rust'), 4],
      ['an output has no commands', GUIDE.replace(/```sh\nexport[^`]*```/, ''), 19],
      ['the end is missing', `${GUIDE}\n\`\`\`sh\n`, 38],
    ] as [string, string, number][])
    .run(({ assert }, [, markdown, line]) => {
      assert.throws(() => guideSteps(markdown), new RegExp(`^line ${line}: `))
    })

  test('with diffs must match exactly one place', ({ assert }) => {
    assert.equal(applyDiff('a\nb\nc\n', ' a\n-b\n+x\n@@\n c\n+d\n'), 'a\nx\nc\nd\n')
    assert.throws(() => applyDiff('a\na\n', '-a\n'), /matches 2 places/)
    assert.throws(() => applyDiff('ab\n', '-b\n'), /matches 0 places/)
    assert.throws(() => applyDiff('a\n', '+b\n'), /matches/)
    assert.throws(() => applyDiff('a\n', 'a\n'), /isn't a line of a diff/)
  })

  test('with output are compared completely', ({ assert }) => {
    const shown = (language: string, content: string, output: string) =>
      isShown({ language, content }, output)
    assert.isTrue(shown('text', 'a\n…\nd\n', 'a \nb\nc\nd\n'))
    assert.isFalse(shown('text', 'a\n', 'a\nb\n'))
    assert.isFalse(shown('text', 'a.c\n', 'abc\n'))
    assert.isTrue(shown('json', '{ "a": "b c", … }', '{"a":"b c","d":1}'))
    assert.isFalse(shown('json', '{ "a": "bc" }', '{"a":"b c"}'))
  })
})

test.group('tutorials: runs', () => {
  test('create and change files, and run commands in one shell', async ({ assert }) => {
    assert.equal(await follow(GUIDE), 'one\none and a half\n')
  })

  test('fail at the faulty block: {0}')
    .with([
      ['a file differs from the change', GUIDE.replace('one\ntwo', 'one\ntoo'), 11],
      ['a command fails', GUIDE.replace('cat notes/a.ts', 'cat notes/b.ts'), 17],
      ['the first command fails', GUIDE.replace('export WORD=three', 'false'), 17],
      ['a command of a pipe fails', GUIDE.replace('cat notes/a.ts', 'false | cat notes/a.ts'), 17],
      ['an output differs', GUIDE.replace('one and …', 'one or …'), 17],
      ['an output has more lines', GUIDE.replace('\none and …', ''), 17],
      ['a value differs', GUIDE.replace('"b  c"],\n', '"b c"],\n'), 27],
      ['a request has no server', GUIDE.replace('cat notes/a.ts', 'curl 127.0.0.1:3333'), 17],
    ] as [string, string, number][])
    .run(async ({ assert }, [, markdown, line]) => {
      assert.notEqual(markdown, GUIDE)
      await assert.rejects(() => follow(markdown), new RegExp(`^line ${line}: `))
    })

  test('restart the server when files have changed', async ({ assert }) => {
    const folder = makeTemporaryFolder()
    try {
      const script = 'echo "Curia is ready: http://127.0.0.1:$PORT/ $(cat word)"; sleep 60'
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { dev: script } }))
      const word = (text: string) => `Create \`./word\`:\n\n~~~csv\n${text}\n~~~\n\n`
      const guide = [
        word('one'),
        '~~~sh\nnpm run dev\n~~~\n\n~~~text\n…\nCuria is ready: http://127.0.0.1:3333/ one\n~~~\n\n',
        word('two'),
        '~~~sh\necho http://127.0.0.1:3333/\n~~~\n\n~~~text\nhttp://127.0.0.1:3333/\n~~~\n',
      ].join('')
      await new GuideRun(folder, 1).run(guideSteps(guide.replaceAll('~~~', '```')))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    assert.isTrue(true)
  })
})
