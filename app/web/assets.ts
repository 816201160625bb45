/**
 * The style sheet and scripts of the pages. URLs include a hash of the content, so that
 * browsers can cache them indefinitely.
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const HASH_LENGTH = 16

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Parts of the style sheet, in cascade order. */
const STYLES = ['tokens', 'base', 'components', 'pages', 'print']

/** Scripts of the page of a decision, which needs all of them. */
const DECISION = ['case_preview', 'quote', 'reading']

/** Served files by name. Multiple sources are concatenated. */
const FILES: Record<string, () => URL | URL[]> = {
  'curia.css': () => STYLES.map((part) => resource(`css/${part}.css`)),
  'icon.svg': () => resource('images/icon.svg'),
  'podcast.png': () => resource('images/podcast.png'),
  'copy.js': () => resource('js/copy.js'),
  'refresh.js': () => resource('js/refresh.js'),
  'count_view.js': () => resource('js/count_view.js'),
  'continue.js': () => resource('js/continue.js'),
  'network_chart.js': () => resource('js/network_chart.js'),
  'decision.js': () => DECISION.map((part) => resource(`js/${part}.js`)),
  'court_list.js': () => resource('js/court_list.js'),
  'menu.js': () => resource('js/menu.js'),
  'entry_citation.js': () => resource('js/entry_citation.js'),
  'audio_position.js': () => resource('js/audio_position.js'),
  'upload.js': () => resource('js/upload.js'),
  'suggest.js': () => resource('js/suggest.js'),
  'follow.js': () => resource('js/follow.js'),
}

function resource(path: string): URL {
  return new URL(`../../resources/${path}`, import.meta.url)
}

export interface Asset {
  type: string
  /** Whether compression reduces its size. */
  isCompressible: boolean
  body: Buffer
  hash: string
}

/** Cached in production only: the files of a build never change, but those of a source tree do. */
const kept = process.env.NODE_ENV === 'production' ? new Map<string, Asset>() : undefined

export function assetNames(): string[] {
  return Object.keys(FILES)
}

/** Undefined for an unknown name. */
export function readAsset(name: string): Asset | undefined {
  const known = kept?.get(name)
  if (known || !Object.hasOwn(FILES, name)) return known
  const body = Buffer.concat([FILES[name]!()].flat().map((file) => readFileSync(file)))
  const type = TYPES[name.slice(name.lastIndexOf('.')) as keyof typeof TYPES]
  const asset = {
    type,
    isCompressible: type !== TYPES['.png'],
    body,
    hash: hash('sha256', body, 'hex').slice(0, HASH_LENGTH),
  }
  kept?.set(name, asset)
  return asset
}

/**
 * The path under which pages load an asset.
 *
 * @throws Error for an unknown name
 */
export function assetPath(name: string): string {
  const asset = readAsset(name)
  if (!asset) throw new Error(`there is no asset "${name}"`)
  const dot = name.lastIndexOf('.')
  return `/assets/${name.slice(0, dot)}.${asset.hash}${name.slice(dot)}`
}

/** URL of an asset that the build has compressed. @param root of the build */
export function builtAsset({ hash: name }: Asset, coding: string, root: URL): URL {
  return new URL(`assets/${name}.${coding}`, root)
}

const HASHED = new RegExp(String.raw`^(.+)\.([\da-f]{${HASH_LENGTH}})(\.\w+)$`)

/** The asset that a file name refers to, and whether the name has its current hash. */
export function requestedAsset(file: string): { asset: Asset; isCurrent: boolean } | undefined {
  const [, stem, named, extension] = HASHED.exec(file) ?? []
  const asset = readAsset(named === undefined ? file : `${stem}${extension}`)
  return asset && { asset, isCurrent: asset.hash === named }
}
