/**
 * Entry point of a process that parses one hostile page: `hostile_page.ts NAME
 * MEGABYTES` prints seconds, megabytes used, and the outcome as JSON.
 */
import { readPage } from '#app/court_pages/read_page'
import { buildHostilePage } from '../court_pages/hostile_pages.js'

const [name, megabytes] = process.argv.slice(2)
const bytes = buildHostilePage(name!, Number(megabytes) * 1e6)
const before = process.memoryUsage.rss()
const begin = performance.now()
const reading = await readPage(bytes, 'inkd')
const seconds = (performance.now() - begin) / 1000
const taken = (process.resourceUsage().maxRSS * 1024 - before) / 1e6
const became = 'kind' in reading ? reading.kind : reading.outcome
console.log(JSON.stringify({ seconds, taken, became }))
