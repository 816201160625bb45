/** Follows "Try it with two servers" in the documentation of mirrors. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify, stripVTControlCharacters } from 'node:util'
import { test } from '@japa/runner'
import { freePort, makeTemporaryFolder } from '#tests/helpers/environment'
import { guideSteps, isShown, type GuideStep } from '#tests/helpers/guide_blocks'
import { noteSecrets } from '#tests/helpers/secrets'
import { environmentIn, ROOT } from '#tests/helpers/server_process'

const GUIDE = join(ROOT, 'plugins/mirror/docs/mirror.md')
const SECTION = /^## Try it with two servers\n([^]*?)^## /m

type Run = Extract<GuideStep, { kind: 'run' }>

test.group('tutorial: a mirror', (group) => {
  const folder = makeTemporaryFolder()
  const started = new Set<ChildProcess>()
  const places = new Map<string, string>()
  // The tutorial raises the limits of the account.
  const env = environmentIn(ROOT, { RATE_LIMITS: undefined, NO_COLOR: '1' })

  /** Commands of the tutorial with the ports and folders of this test. */
  const actual = (commands: string) =>
    [...places].reduce((text, [shown, own]) => text.replaceAll(shown, own), commands)

  const run = async (commands: string) => {
    const script = promisify(execFile)('bash', ['-ec', actual(commands)], { cwd: ROOT, env })
    script.child.stdin?.end()
    return stripVTControlCharacters((await script).stdout)
  }

  /** Starts a command that runs until it is stopped, and waits for a text. */
  const start = async (commands: string, ready: string) => {
    const child = spawn('bash', ['-ec', actual(commands)], {
      ...{ cwd: ROOT, env, detached: true },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (output += String(text)))
    while (!output.includes(ready)) {
      if (child.exitCode !== null) throw new Error(`it did not start:\n${output}`)
      await sleep(50)
    }
    return child
  }

  const stop = async (child: ChildProcess, signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    process.kill(-child.pid!, signal)
    await ended
    started.delete(child)
  }

  group.setup(async () => {
    places.set('4001', String(await freePort()))
    places.set('4002', String(await freePort()))
    places.set('tmp/', `${folder}/`)
    return async () => {
      for (const child of started) await stop(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('server B follows server A, even when all processes were killed', async ({ assert }) => {
    const [, section] = SECTION.exec(readFileSync(GUIDE, 'utf8'))!
    const steps = guideSteps(section!) as Run[]
    assert.lengthOf(steps, 7)
    const [startA, account, startB, follow, change, look, compare] = steps.map(
      (step) => step.commands
    )
    const startBoth = async () => [
      await start(startA!, 'Curia is ready'),
      await start(startB!, 'Curia is ready'),
    ]
    const servers = await startBoth()
    const [, token] = /Token (\w+)/.exec(await run(account!))!
    noteSecrets('token', [token!])
    places.set('--token=…', `--token=${token}`)
    const [settings, add, last, ...none] = follow!.trim().split('\n')
    assert.deepEqual([last, ...none], ['node ace mirror:run'])
    await run(`${settings}\n${add}`)
    const mirror = await start(`${settings}\nexec ${last}`, 'copied dockets')
    const { output } = steps[5]!
    const untilShown = async (name: string) => {
      const shown = output!.content.replace('Ash v. Birch Mills', name)
      while (!isShown({ ...output!, content: shown }, await run(look!)))
        // Anonymous requests are limited.
        await sleep(2000)
    }
    await run(change!)
    await untilShown('Ash v. Birch Mills')

    for (const child of [mirror, ...servers]) await stop(child, 'SIGKILL')
    await startBoth()
    await run(change!.replace('Birch Mills', 'Cedar Works'))
    await start(`${settings}\nexec ${last}`, '')
    await untilShown('Ash v. Cedar Works')
    const report = await run(`${settings}\n${compare}`)
    assert.include(report, places.get('4001')!)
    const rows = report.match(/^│ +http\S+ +│ +[a-z-]+ +│ +\d+ +│.*$/gm)!
    assert.isAbove(rows.length, 20)
    for (const row of rows) assert.match(row, /│ +0 +│ +0 +│$/)
  }).timeout(1_200_000)
})
