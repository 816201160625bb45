import { test } from '@japa/runner'
import { isPublic, Targets } from '#plugins/webhooks/delivery/target'

const PUBLIC = ['93.184.215.14', '1.1.1.1', '223.255.255.1', '2606:4700:4700::1111', '2a00:1450::1']

/** An IP address in every special-purpose block of IANA, and in every notation. */
const ELSEWHERE = [
  '0.0.0.0',
  '0.1.2.3',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.1.1',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:93.184.215.14',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:10::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'not an address',
]

/** URLs that aren't allowed, with their messages. */
const REFUSED: [url: string, sentence: RegExp][] = [
  ['http://example.org/', /https/],
  ['ftp://example.org/', /Enter a URL/],
  ['example.org/hooks', /Enter a URL/],
  ['https://user:secret@example.org/', /password/],
  ['https://example.org/#part', /#/],
  ['https://example.org:8443/', /port/],
  [`https://example.org/${'x'.repeat(2000)}`, /2000/],
  ['https://127.0.0.1/', /isn.t public/],
  ['https://2130706433/', /isn.t public/],
  ['https://0x7f.1/', /isn.t public/],
  ['https://017700000001/', /isn.t public/],
  ['https://127.1/', /isn.t public/],
  ['https://[::1]/', /isn.t public/],
  ['https://[::ffff:127.0.0.1]/', /isn.t public/],
  ['https://[::ffff:7f00:1]/', /isn.t public/],
  ['https://①②⑦.⓪.⓪.①/', /isn.t public/],
  ['https://169.254.169.254/latest/meta-data/', /isn.t public/],
  ['https://localhost/', /local network/],
  ['https://LOCALHOST./', /local network/],
  ['https://intranet/hooks', /local network/],
  ['https://db.corp.internal/', /local network/],
  ['https://printer.local/', /local network/],
]

test.group('webhook URLs', () => {
  test('{$self} is public')
    .with(PUBLIC)
    .run(({ assert }, address) => {
      assert.isTrue(isPublic(address))
    })

  test('{$self} is not public')
    .with(ELSEWHERE)
    .run(({ assert }, address) => {
      assert.isFalse(isPublic(address))
    })

  test('rejects {0}')
    .with(REFUSED)
    .run(({ assert }, [url, sentence]) => {
      const targets = new Targets({ allowedHosts: [] })
      assert.throws(() => targets.read(url), sentence)
    })

  test('accepts any allowed host, with any or the given port', ({ assert }) => {
    const targets = new Targets({
      allowedHosts: ['receiver.internal', '10.0.0.5:8080', '[::1]:99'],
    })
    for (const url of [
      'http://receiver.internal/',
      'http://receiver.internal:1234/',
      'https://RECEIVER.internal/',
      'http://10.0.0.5:8080/',
      'http://[::1]:99/',
    ])
      assert.equal(targets.read(url).href.toLowerCase(), url.toLowerCase())
    for (const url of [
      'http://10.0.0.5/',
      'https://10.0.0.5:8081/',
      'http://receiver.internal.example.org/',
      'https://[::1]/',
    ])
      assert.throws(() => targets.read(url))
  })
})
