import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { diffRecords } from '#app/accounts/audit_changes'
import { AuditWords } from '#app/accounts/audit_sentences'
import { toMoment } from '#app/web/dates'

const ROOT = new URL('../../plugins/', import.meta.url).pathname

test.group('audit words', () => {
  test('lists changes of values, lists, records, and long texts', ({ assert }) => {
    const said = (before: unknown, after: unknown) =>
      diffRecords(before, after).map(({ label, before: b, after: a }) => [label, b, a])
    assert.deepEqual(said({ role: null }, { role: 'Viewer' }), [['Role', [], ['Viewer']]])
    assert.deepEqual(said({ active: true }, { active: false }), [['Active', ['yes'], ['no']]])
    assert.deepEqual(said({ rights: ['a', 'b'] }, { rights: ['b', 'c'] }), [
      ['Rights', ['a'], ['c']],
    ])
    assert.deepEqual(
      said(
        { membership: { level: 'edu', ends: 'x' } },
        { membership: { level: 'tier_1', ends: 'x' } }
      ),
      [['Membership: level', ['edu'], ['tier_1']]]
    )
    assert.deepEqual(said(null, { reason: '' }), [['Reason', [], ['(empty)']]])
    assert.deepEqual(said({ same: 1 }, { same: 1 }), [])
    const long = 'abcdefghijklmno'.repeat(300)
    const [[, before, after]] = said(
      { text: `${long}old${long}` },
      { text: `${long}new${long}` }
    ) as [[string, string[], string[]]]
    const around = 'abcdefghijklmno'.repeat(2)
    assert.deepEqual(before, [`…${around}old${around}…`])
    assert.deepEqual(after, [`…${around}new${around}…`])
    // Repeated characters at the change belong to one of its sides only.
    const [[, one, two]] = said({ text: `${long}aa` }, { text: `${long}aaa` }) as [
      [string, string[], string[]],
    ]
    assert.deepEqual([one, two], [[`…${around.slice(2)}aa`], [`…${around.slice(2)}aaa`]])
  })

  test('sentences name the account and the subject; unknown actions are shown by name', ({
    assert,
  }) => {
    const words = new AuditWords([{ auditSentences: { 'fetch.pause': 'paused {subject}' } }])
    const fact = { account: 'ada', subject: 'court ca9' }
    assert.deepEqual(words.sentence({ ...fact, action: 'role.set' }), [
      { words: 'changed the role of ' },
      { account: 'ada' },
    ])
    assert.deepEqual(words.sentence({ ...fact, action: 'fetch.pause' }), [
      { words: 'paused ' },
      { words: 'court ca9' },
    ])
    assert.deepEqual(
      words.sentence({ ...fact, action: 'gone.act' }).map((part) => 'words' in part && part.words),
      ['did gone.act (', 'court ca9', ')']
    )
  })

  test('every audited action of a plugin has a sentence', ({ assert }) => {
    const actions = new Set<string>()
    for (const file of readdirSync(ROOT, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.includes('/tests/')) continue
      const source = readFileSync(join(ROOT, file), 'utf8')
      if (!/AuditEntry|audit\(/.test(source)) continue
      const manifest = readFileSync(join(ROOT, file.split('/')[0]!, 'plugin.ts'), 'utf8')
      for (const [, action] of source.matchAll(/action: .*?'(\w+\.\w+)'/g)) {
        actions.add(action!)
        assert.include(manifest, `'${action}':`, file)
      }
    }
    assert.isAbove(actions.size, 8)
  })

  test('formats relative times', ({ assert }) => {
    const now = Date.parse('2026-03-04T12:00:00Z')
    const said = (time: unknown) => toMoment(time, now)?.relative
    assert.equal(said('2026-03-04T11:59:30Z'), 'just now')
    assert.equal(said('2026-03-04T09:00:00Z'), '3 hours ago')
    assert.equal(said('2026-03-03T11:00:00Z'), 'yesterday')
    assert.equal(said(new Date('2026-03-04T12:05:00Z')), 'in 5 minutes')
    assert.equal(said('2024-01-01'), '2 years ago')
    assert.isUndefined(said('never'))
    assert.isUndefined(said(null))
    assert.equal(toMoment('2026-03-04T09:00:00Z', now)?.exact, '2026-03-04 09:00:00 UTC')
  })
})
