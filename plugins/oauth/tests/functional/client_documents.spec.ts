/**
 * Client IDs that are URLs of metadata documents.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import Provider from 'oidc-provider'
import { AccountCache } from '#app/accounts/account_cache'
import { Targets } from '#plugins/webhooks/public'
import webhooks from '#plugins/webhooks/settings'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { buildProviderConfiguration } from '../../provider/configuration.js'
import { guardedFetch } from '../../provider/guarded_fetch.js'
import { documentFetch } from '../../provider/providers.js'
import { signingKeys } from '../../provider/signing_keys.js'
import { authorizePath, ORIGIN, RETURN_TO, verifier } from '../client.js'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'

const NO_OPENSSL =
  spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed'

test.group('OAuth: metadata documents of clients', (group) => {
  let server: https.Server
  let host: string
  let ca: string
  /** Bodies by path; a number is the status of an error response. */
  const documents = new Map<string, string | number>()
  let asked: string[] = []

  group.setup(async () => {
    if (NO_OPENSSL) return
    const folder = makeTemporaryFolder()
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-days',
          '2',
          '-subj',
          '/CN=localhost',
        ],
        ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
      ],
      { stdio: 'ignore' }
    )
    ca = readFileSync(cert, 'utf8')
    server = https.createServer({ key: readFileSync(key), cert: ca }, (request, response) => {
      asked.push(request.url!)
      const found = documents.get(request.url!)
      if (typeof found === 'number') response.writeHead(found, { location: '/client' }).end()
      else response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(found)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    host = `localhost:${(server.address() as AddressInfo).port}`
  })
  group.teardown(() => void server?.close())
  group.each.setup(() => {
    asked = []
  })

  async function providerFor(allowedHosts: string[]) {
    const database = await app.container.make('lucid.db')
    const accountCache = await app.container.make(AccountCache)
    const jwks = { keys: await signingKeys(database) } as never
    const fetch = guardedFetch(new Targets({ allowedHosts }), ca)
    const issuer = ORIGIN()
    return new Provider(
      issuer,
      buildProviderConfiguration({ issuer, database, accountCache, jwks, fetch })
    )
  }

  const offer = (path: string, document: object = {}) => {
    const id = `https://${host}${path}`
    const metadata = {
      client_id: id,
      client_name: 'Documented',
      redirect_uris: [RETURN_TO],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      ...document,
    }
    documents.set(path, JSON.stringify(metadata))
    return id
  }

  test('are fetched from allowed hosts', async ({ assert }) => {
    const provider = await providerFor([host])
    const client = await provider.Client.find(offer('/client'))
    assert.equal(client!.clientName, 'Documented')
    assert.deepEqual(asked, ['/client'])
  }).skip(!!NO_OPENSSL, String(NO_OPENSSL))

  test('are not fetched from private IP addresses', async ({ assert }) => {
    const provider = await providerFor([])
    for (const id of [
      offer('/client'),
      'https://127.0.0.1/c',
      'https://169.254.169.254/c',
      'https://[::1]/c',
    ])
      await assert.rejects(() => provider.Client.find(id), /invalid_client/)
    assert.deepEqual(asked, [])
  }).skip(!!NO_OPENSSL, String(NO_OPENSSL))

  test('must follow the rules of registration', async ({ assert }) => {
    const provider = await providerFor([host])
    const find = (path: string) => provider.Client.find(`https://${host}${path}`)
    offer('/insecure', { redirect_uris: ['http://example.org/'] })
    offer('/scheme', { redirect_uris: ['myapp://callback'] })
    offer('/other', { client_id: 'https://other.example/client' })
    offer('/secret', { token_endpoint_auth_method: 'client_secret_post', client_secret: 'x' })
    offer('/large', { client_name: 'x'.repeat(100_000) })
    documents.set('/moved', 302)
    documents.set('/text', 'no JSON')
    for (const path of [
      '/insecure',
      '/scheme',
      '/other',
      '/secret',
      '/large',
      '/moved',
      '/text',
      '/none',
    ])
      await assert.rejects(() => find(path), /^invalid_(client|client_metadata|redirect_uri)$/)
  }).skip(!!NO_OPENSSL, String(NO_OPENSSL))

  test('can refer to documents of up to 64 KB', async ({ assert }) => {
    const provider = await providerFor([host])
    const list = (bytes: number) => JSON.stringify([RETURN_TO, 'x'.repeat(bytes)])
    const leadTo = (path: string) => {
      const sector = { sector_identifier_uri: `https://${host}${path}`, subject_type: 'public' }
      return provider.Client.find(offer(`/client-of${path}`, sector))
    }
    documents.set('/large-list', list(100_000))
    await assert.rejects(() => leadTo('/large-list'), /^invalid_client_metadata$/)
    documents.set('/list', list(10_000))
    assert.equal((await leadTo('/list'))!.clientName, 'Documented')
    assert.includeMembers(asked, ['/large-list', '/list'])
  }).skip(!!NO_OPENSSL, String(NO_OPENSSL))

  test('are not fetched from hosts allowed for webhooks', async ({ assert, cleanup }) => {
    const before = webhooks.allowedHosts
    webhooks.allowedHosts = NO_OPENSSL ? [] : [host]
    cleanup(() => {
      webhooks.allowedHosts = before
    })
    assert.doesNotThrow(() => new Targets().read(`https://${host}/`))
    const fetch = documentFetch()
    await assert.rejects(() => fetch(offer('/inside')), /have a port/)
    assert.deepEqual(asked, [])
  }).skip(!!NO_OPENSSL, String(NO_OPENSSL))

  test('are fetched only if the setting is on', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    const id = NO_OPENSSL ? 'https://localhost/client' : offer('/client')
    const { status, text } = await visitor.get(
      authorizePath({ client: { client_id: id }, verifier: verifier() })
    )
    assert.equal(status, 400)
    assert.include(text, 'not registered')
    assert.deepEqual(asked, [])
  })
})
