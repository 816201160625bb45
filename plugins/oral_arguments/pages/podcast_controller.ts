import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { DriveManager } from '@adonisjs/drive'
import { Gate } from '#api/gate'
import type { Records, ShownRecord } from '#api/records'
import { formatSampleTitle, type SampleKind } from '#api/sample_records'
import { findFileOnDisks, readDisks } from '#app/storage/disk_files'
import { storageAddress } from '#app/storage/stored_files'
import { ApiError } from '#app/support/api_error'
import { MAX_ENTRIES } from '#app/web/feeds/atom'
import { renderRssFeed, type Episode, type Podcast } from '#app/web/feeds/podcast'
import { sendFeed } from '#app/web/feeds/send_feed'
import { dateInWords } from '#app/web/dates'
import { linkKey } from '#app/web/link_key'
import { RecordPages } from '#app/web/record_pages'
import { findNewest, searchServices } from '#plugins/search/public'
import { formatRecordingTitle } from './load_recording.js'

const FIELDS = 'id,absolute_url,case_name,judges,docket,date_created,local_path_mp3,duration'
/** URL of the API version in records, without the server. */
const BASE = '/api/rest/v4/'
const FORMAT = { type: 'application/rss+xml', write: renderRssFeed }

/** Podcasts of the newest recordings of all courts or of one court. */
@inject()
export default class PodcastController {
  constructor(
    private gate: Gate,
    private pages: RecordPages,
    private drive: DriveManager<any>
  ) {}

  async show(ctx: HttpContext) {
    const court = ctx.params.id as string | undefined
    await sendFeed(ctx, this.gate, () => this.#podcast(court), FORMAT)
  }

  async search(ctx: HttpContext) {
    await sendFeed(ctx, this.gate, () => this.#podcastOfSearch(ctx), FORMAT)
  }

  /** @throws ApiError and DomainError for an invalid search */
  async #podcastOfSearch(ctx: HttpContext): Promise<Podcast> {
    const { records } = this.pages
    const { query, q, results } = await findNewest(ctx, await searchServices(app), {
      size: MAX_ENTRIES,
      type: 'oa',
    })
    const found = await records.documents(
      records.registry.get('audio'),
      results.map(({ id }) => String(id)),
      { base: BASE, suffix: '/', fields: FIELDS }
    )
    const recordings = results.flatMap(({ id }) => {
      const recording = found.get(String(id))
      return recording ? [JSON.parse(recording) as ShownRecord] : []
    })
    return {
      title: q ? `${q} – Oral arguments` : 'Oral arguments',
      description: `The newest recordings of oral arguments${q ? ` that match "${q}"` : ''} in this archive.`,
      page: `/search/${query}${q ? '' : '&q='}`,
      episodes: await this.#episodesOf(recordings.filter(isPlayable)),
    }
  }

  /** @throws ApiError 404 for an unknown court */
  async #podcast(id: string | undefined): Promise<Podcast> {
    const { records } = this.pages
    const court = id === undefined ? undefined : await records.find('courts', id)
    if (id !== undefined && !court) throw ApiError.detail(404, "This court isn't in the archive.")
    const recordings = await newestRecordings(
      records,
      court ? { docket__court: String(id) } : {},
      MAX_ENTRIES
    )
    const name = court ? ` of ${String(court.full_name)}` : ''
    return {
      title: `Oral arguments${name}`,
      description: `The newest recordings of oral arguments${name} in this archive.`,
      page: `/search/?type=oa&q=${court ? `&court=${encodeURIComponent(id!)}` : ''}`,
      episodes: await this.#episodesOf(recordings),
    }
  }

  async #episodesOf(recordings: ShownRecord[]): Promise<Episode[]> {
    const { records } = this.pages
    const keys = recordings.flatMap(({ docket }) => linkKey(docket) ?? [])
    const dockets = await records.documents(records.registry.get('dockets'), [...new Set(keys)], {
      base: BASE,
      suffix: '/',
      fields: 'docket_number,date_argued',
    })
    const sizes = await this.#sizesOf(recordings)
    const samples = await this.pages.samplesOf('audio')
    return recordings.map((recording, at) => {
      const docket = dockets.get(linkKey(recording.docket) ?? '')
      const shown = docket ? (JSON.parse(docket) as ShownRecord) : undefined
      const sample = samples.get(String(recording.id))
      return { ...episodeOf(recording, shown, sample), size: sizes[at]! }
    })
  }

  /** Sizes in bytes; 0 for a missing file or an unavailable disk. */
  async #sizesOf(recordings: ShownRecord[]): Promise<number[]> {
    const disks = readDisks(this.drive)
    return Promise.all(
      recordings.map(async ({ local_path_mp3: file }) => {
        const found = await findFileOnDisks(disks, String(file)).catch(() => undefined)
        return found?.state.size ?? 0
      })
    )
  }
}

const podcastPath = (court: string) => `/feed/podcast/${encodeURIComponent(court)}/`

/** Loads the section of a court's page. */
export async function loadPodcastLink(
  records: Records,
  { id }: ShownRecord
): Promise<{ path: string } | undefined> {
  const [recording] = await newestRecordings(records, { docket__court: String(id) }, 1)
  return recording && { path: podcastPath(String(id)) }
}

/** Recordings with an MP3 file, latest first. */
async function newestRecordings(
  records: Records,
  filters: Record<string, string>,
  limit: number
): Promise<ShownRecord[]> {
  const recordings = await records.list(
    'audio',
    { ...filters, processing_complete: 'true', blocked: 'false' },
    { order: '-id', fields: FIELDS, limit }
  )
  return recordings.filter(isPlayable)
}

const isPlayable = ({ local_path_mp3: file }: ShownRecord) => !!file

function episodeOf(
  recording: ShownRecord,
  docket: ShownRecord | undefined,
  sample: SampleKind | undefined
): Omit<Episode, 'size'> {
  const argued = docket?.date_argued
  const said = [
    docket?.docket_number && `No. ${String(docket.docket_number)}`,
    argued && `Argued ${dateInWords(argued)}`,
    recording.judges && `Before ${String(recording.judges)}`,
  ]
  return {
    about: `audio/${recording.id}`,
    title: formatSampleTitle(formatRecordingTitle(recording), sample),
    path: String(recording.absolute_url),
    published: String(argued ?? recording.date_created),
    description: said.filter(Boolean).join('. '),
    file: storageAddress(recording.local_path_mp3)!,
    seconds: Number(recording.duration ?? 0),
  }
}
