/** The supervisor aggregates the metrics of its processes. */
import { EventEmitter } from 'node:events'
import { test } from '@japa/runner'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { MetricsGatherer, type Counting } from '#app/boot/cluster/gather_metrics'
import { isMetricsMessage, aggregateMetrics, type GatheredMessage } from '#app/support/metrics'

/** A process with metrics that responds to the supervisor unless it hangs. */
class FakeProcess extends EventEmitter {
  connected = true
  isSilent = false
  readonly #counted = new Registry()
  readonly #own = new Registry()
  readonly #requests = new Counter({
    name: 'requests_total',
    help: 'Requests.',
    labelNames: ['route'],
    registers: [this.#counted],
  })
  readonly #seconds = new Histogram({
    name: 'seconds',
    help: 'Seconds.',
    buckets: [1],
    registers: [this.#counted],
  })
  readonly #memory = new Gauge({
    name: 'memory',
    help: 'Memory.',
    labelNames: ['process'],
    registers: [this.#own],
  })
  readonly #gathered: ((message: GatheredMessage) => void)[] = []

  constructor(name: string) {
    super()
    this.#memory.set({ process: name }, 7)
  }

  count(route: string): void {
    this.#requests.inc({ route })
    this.#seconds.observe(0.5)
  }

  send(message: object): void {
    if (isMetricsMessage(message, 'read metrics') && !this.isSilent) void this.tell(message.id)
    if (isMetricsMessage(message, 'gathered metrics'))
      this.#gathered.shift()!(structuredClone(message))
  }

  async tell(id?: number): Promise<void> {
    const counted = await this.#counted.getMetricsAsJSON()
    const own = await this.#own.getMetricsAsJSON()
    this.emit('message', structuredClone({ curia: 'metrics', id, figures: { counted, own } }))
  }

  end(): void {
    this.connected = false
    this.emit('close')
  }

  /** All metrics, as in this process's response. */
  async ask(): Promise<string> {
    const { counted, own } = await new Promise<GatheredMessage>((resolve) => {
      this.#gathered.push(resolve)
      this.emit('message', { curia: 'gather metrics', id: 1 })
    })
    return Registry.merge([aggregateMetrics(counted), aggregateMetrics(own)]).metrics()
  }
}

function start(gatherer: MetricsGatherer, name: string) {
  const process = new FakeProcess(name)
  const member = { process, isReady: true, leaving: false }
  gatherer.watch(member as unknown as Counting)
  return { process, member }
}

test.group('metrics of several processes', () => {
  test('sum counters and histograms, and keep gauges per process', async ({ assert }) => {
    const gatherer = new MetricsGatherer()
    const [one, two] = [start(gatherer, 'one'), start(gatherer, 'two')]
    one.process.count('/a')
    two.process.count('/a')
    two.process.count('/b')
    for (const { process } of [one, two]) {
      const text = await process.ask()
      assert.include(text, 'requests_total{route="/a"} 2\n')
      assert.include(text, 'requests_total{route="/b"} 1\n')
      assert.include(text, 'seconds_bucket{le="1"} 3\n')
      assert.include(text, 'seconds_count 3\n')
      assert.include(text, 'memory{process="one"} 7\nmemory{process="two"} 7\n')
    }
  })

  test('keep the counts of ended processes', async ({ assert }) => {
    const gatherer = new MetricsGatherer()
    const [asked, killed] = [start(gatherer, 'asked'), start(gatherer, 'killed')]
    killed.process.count('/a')
    await asked.process.ask()
    killed.process.end()
    const stopped = start(gatherer, 'stopped')
    stopped.process.count('/a')
    await stopped.process.tell()
    stopped.process.end()
    for (let times = 0; times < 2; times++) {
      const text = await asked.process.ask()
      assert.include(text, 'requests_total{route="/a"} 2\n')
      assert.include(text, 'memory{process="asked"} 7\n')
      assert.notMatch(text, /killed|stopped/)
    }
  })

  test('use the last values of a process that does not respond', async ({ assert }) => {
    const gatherer = new MetricsGatherer(20)
    const [asked, stuck] = [start(gatherer, 'asked'), start(gatherer, 'stuck')]
    stuck.process.count('/a')
    await asked.process.ask()
    stuck.process.isSilent = true
    stuck.process.count('/a')
    asked.process.count('/a')
    assert.include(await asked.process.ask(), 'requests_total{route="/a"} 2\n')
  })

  test('are not delayed by a process that ends instead of responding', async ({ assert }) => {
    const gatherer = new MetricsGatherer(2 ** 30)
    const [asked, dying] = [start(gatherer, 'asked'), start(gatherer, 'dying')]
    dying.process.isSilent = true
    const text = asked.process.ask()
    dying.process.end()
    assert.notInclude(await text, 'dying')
  })

  test('include gauges of working processes only, not of new or replaced ones', async ({
    assert,
  }) => {
    const gatherer = new MetricsGatherer()
    const [replaced, current, next] = ['replaced', 'current', 'next'].map((name) =>
      start(gatherer, name)
    )
    replaced!.member.leaving = true
    next!.member.isReady = false
    replaced!.process.count('/a')
    const text = await current!.process.ask()
    assert.include(text, 'requests_total{route="/a"} 1\n')
    assert.include(text, 'memory{process="current"} 7\n')
    assert.notMatch(text, /"(replaced|next)"/)
  })
})
