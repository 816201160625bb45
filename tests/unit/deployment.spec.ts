/**
 * Files for containers and systemd. Neither can run here, so the files are parsed
 * as Docker and systemd parse them. The system tests run the same commands.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { DCLinter } from 'dclint'
import { composeServices, unitFile } from '#tests/helpers/compose_file'
import { DOCKERFILE, healthCheck, parseCommandWords } from '#tests/helpers/image'
import { ROOT } from '#tests/helpers/server_process'

const START = ['node', 'bin/start.js']
const { scripts, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

test.group('Dockerfile', () => {
  test('has a build stage and a stage that runs as a dedicated user', ({ assert }) => {
    const [build, run, ...others] = DOCKERFILE.getFROMs()
    assert.deepEqual(others, [])
    assert.equal(build!.getBuildStage(), 'build')
    assert.equal(build!.getImage(), run!.getImage())
    assert.match(run!.getImage()!, /^node:24\.\d+\.\d+-/)
    const words = DOCKERFILE.getInstructions().map((one) => one.getKeyword())
    const last = words.slice(words.lastIndexOf('FROM'))
    assert.isBelow(last.indexOf('USER'), last.indexOf('CMD'))
    const user = DOCKERFILE.getInstructions().find((one) => one.getKeyword() === 'USER')
    assert.equal(user!.getArgumentsContent(), 'node')
  })

  test('starts the server like npm start and checks its liveness', ({ assert }) => {
    const [command] = DOCKERFILE.getCMDs()
    assert.deepEqual(parseCommandWords(command!), START)
    assert.include(scripts.start, START.join(' '))
    assert.include(healthCheck()[2], '/health/live')
  })

  test('copies and runs existing files', ({ assert }) => {
    for (const copy of DOCKERFILE.getCOPYs().slice(0, 1))
      for (const file of copy.getArguments().slice(0, -1))
        assert.isTrue(existsSync(join(ROOT, file.getValue())), file.getValue())
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
    for (const secret of ['.env', 'data', '.git']) assert.include(ignored, secret)
    assert.isString(scripts.build)
  })
})

test.group('compose.yaml', () => {
  test('passes the linter', ({ assert }) => {
    const linter = new DCLinter({
      rules: { 'no-build-and-image': 0, 'service-keys-order': 0 },
    } as never)
    const results: { messages: { line: number; rule: string; message: string }[] }[] =
      linter.lintFiles([join(ROOT, 'compose.yaml')], false)
    assert.lengthOf(results, 1)
    assert.deepEqual(
      results.flatMap(({ messages }) =>
        messages.map(({ line, rule, message }) => `${line} ${rule}: ${message}`)
      ),
      []
    )
  })

  test('names the current version and existing scripts', ({ assert }) => {
    const text = readFileSync(join(ROOT, 'compose.yaml'), 'utf8')
    assert.include(text, `image: curia:${version}`)
    for (const [, script] of text.matchAll(/'(bin\/\w+\.js)'/g))
      assert.isTrue(existsSync(join(ROOT, script!)), script)
    assert.include(scripts.worker, 'node bin/start_worker.js')
  })

  test('names existing settings', ({ assert }) => {
    const settings = readFileSync(join(ROOT, 'start/env.ts'), 'utf8')
    const values = { APP_KEY: '', POSTGRES_PASSWORD: '', S3_PASSWORD: '', TYPESENSE_API_KEY: '' }
    const names = Object.keys(composeServices(values).app!.environment!)
    assert.isAbove(names.length, 8)
    for (const name of names.filter((one) => !one.startsWith('AWS_')))
      assert.match(settings, new RegExp(`^  ${name}: `, 'm'))
  })
})

test.group('curia.service', () => {
  const text = readFileSync(join(ROOT, 'curia.service'), 'utf8')
  const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1]

  test('runs the same command as a dedicated user', ({ assert }) => {
    assert.deepEqual(unitFile().command, ['/usr/bin/env', ...START])
    assert.equal(value('User'), 'curia')
    assert.equal(value('Restart'), 'always')
    for (const line of text.split('\n'))
      assert.match(line, /^(|#.*|\[(Unit|Service|Install)\]|[A-Z]\w+=.*)$/)
  })
})
