/**
 * Podcasts of the newest recordings: of all courts, and of one.
 */
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import type { Records, ShownRecord } from '#api/records'
import { fileOnAny, readDisks } from '#app/storage/disk_files'
import { storageAddress } from '#app/storage/stored_files'
import { ApiError } from '#app/support/api_error'
import { MAX_ENTRIES } from '#app/web/feeds/atom'
import { rssOf, type Episode, type Podcast } from '#app/web/feeds/podcast'
import { sendFeed } from '#app/web/feeds/send_feed'
import { dateInWords } from '#app/web/dates'
import { addAddress } from '#app/web/public_addresses'
import { linkKey } from '#app/web/link_key'
import type { PluginRouteContext } from '#core/define_plugin'
import { titleOf } from './load_recording.js'

const FIELDS = 'id,absolute_url,case_name,judges,docket,date_created,local_path_mp3,duration'
const FORMAT = { type: 'application/rss+xml', write: rssOf }

export function addPodcasts({ router, pages }: Pick<PluginRouteContext, 'router' | 'pages'>): void {
  const show = async (ctx: HttpContext) => {
    const gate = await app.container.make(Gate)
    const court = ctx.params.id as string | undefined
    await sendFeed(ctx, gate, () => podcastOf(pages.records, court), FORMAT)
  }
  router.get('/feed/podcast', show).as('feed.podcast')
  router.get('/feed/podcast/:id', show).as('feed.podcast_of_court')
  addAddress({ router }, '/podcast/court/:id', ({ id }) => pathOf(id!))
  pages.addSection('courts', {
    view: 'oral_arguments::podcast',
    load: async (records, { id }) => {
      const [recording] = await newest(records, { docket__court: String(id) }, 1)
      return recording && { path: pathOf(String(id)) }
    },
  })
}

const pathOf = (court: string) => `/feed/podcast/${encodeURIComponent(court)}/`

/** @throws ApiError 404 for a court that is not in the archive */
async function podcastOf(records: Records, id: string | undefined): Promise<Podcast> {
  const court = id === undefined ? undefined : await records.find('courts', id)
  if (id !== undefined && !court)
    throw ApiError.detail(404, 'There is no such court in this archive.')
  const recordings = await newest(records, court ? { docket__court: String(id) } : {}, MAX_ENTRIES)
  const keys = recordings.flatMap(({ docket }) => linkKey(docket) ?? [])
  const dockets = await records.documents(records.registry.get('dockets'), [...new Set(keys)], {
    base: '/api/rest/v4/',
    suffix: '/',
    fields: 'docket_number,date_argued',
  })
  const name = court ? ` of ${String(court.full_name)}` : ''
  const sizes = await sizesOf(recordings)
  return {
    title: `Oral arguments${name}`,
    description: `The newest recordings of oral arguments${name} in this archive.`,
    page: `/search/?type=oa&q=${court ? `&court=${encodeURIComponent(id!)}` : ''}`,
    episodes: recordings.map((recording, at) => {
      const docket = dockets.get(linkKey(recording.docket) ?? '')
      const shown = docket ? (JSON.parse(docket) as ShownRecord) : undefined
      return { ...episodeOf(recording, shown), size: sizes[at]! }
    }),
  }
}

/** Recordings with a file to play, the newest additions first. */
async function newest(
  records: Records,
  filters: Record<string, string>,
  limit: number
): Promise<ShownRecord[]> {
  const recordings = await records.list(
    'audio',
    { ...filters, processing_complete: 'true', blocked: 'false' },
    { order: '-id', fields: FIELDS, limit }
  )
  return recordings.filter(({ local_path_mp3: file }) => file)
}

/** Bytes of the files; 0 for one that is away, or on a disk that is. */
async function sizesOf(recordings: ShownRecord[]): Promise<number[]> {
  const disks = readDisks(await app.container.make('drive.manager'))
  return Promise.all(
    recordings.map(async ({ local_path_mp3: file }) => {
      const found = await fileOnAny(disks, String(file)).catch(() => undefined)
      return found?.state.size ?? 0
    })
  )
}

function episodeOf(recording: ShownRecord, docket: ShownRecord | undefined): Omit<Episode, 'size'> {
  const argued = docket?.date_argued
  const said = [
    docket?.docket_number && `No. ${String(docket.docket_number)}`,
    argued && `Argued ${dateInWords(argued)}`,
    recording.judges && `Before ${String(recording.judges)}`,
  ]
  return {
    about: `audio/${recording.id}`,
    title: titleOf(recording),
    path: String(recording.absolute_url),
    published: String(argued ?? recording.date_created),
    description: said.filter(Boolean).join('. '),
    file: storageAddress(recording.local_path_mp3)!,
    seconds: Number(recording.duration ?? 0),
  }
}
