import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { settings } from '#start/env'
import { PluginHost } from '#core/plugin_host'
import { Reader } from '#app/database/reader'

/** A minimal file with the start and end markers of a JPEG. */
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

test.group('photos of people', (group) => {
  const folder = `${settings.dataDir}/files/people`
  let id: number

  group.setup(async () => {
    const { resources } = await app.container.make(PluginHost)
    const reader = await app.container.make(Reader)
    const { NamedStatement } = await import('#app/database/named_statement')
    const { table } = resources.get('people')!
    const [row] = await reader.rows(new NamedStatement(`SELECT min(id)::text FROM ${table}`), [])
    id = Number(row![0])
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/${id}.jpg`, JPEG)
    return () => rmSync(folder, { recursive: true, force: true })
  })

  const setPhoto = async (has: boolean) => {
    const db = await app.container.make('lucid.db')
    await db.from('people').where('id', id).update({ has_photo: has })
  }

  test('are served and shown if has_photo is true', async ({ client, assert, cleanup }) => {
    await setPhoto(true)
    cleanup(() => setPhoto(false))
    const photo = await client.get(`/storage/people/${id}.jpg`)
    photo.assertStatus(200)
    assert.equal(photo.header('content-type'), 'image/jpeg')
    assert.deepEqual(photo.body(), JPEG)
    const page = await client.get(`/person/${id}/name/`)
    assert.include(page.text(), `src="/storage/people/${id}.jpg"`)
    for (const other of [
      `people/0${id}.jpg`,
      `people/${id}xjpg`,
      'people/9'.padEnd(40, '9') + '.jpg',
    ])
      (await client.get(`/storage/${other}`)).assertStatus(404)
  })

  test('are not served if has_photo is false', async ({ client, assert }) => {
    ;(await client.get(`/storage/people/${id}.jpg`)).assertStatus(404)
    assert.notInclude((await client.get(`/person/${id}/name/`)).text(), '<img')
  })
})
