/** The email about hits of search alerts. */
import { absoluteUrl } from '#app/mail/view_mail'
import { ViewMail } from '#app/mail/view_mail'
import { buildResultCard, type Card } from '#plugins/search/public'
import { ALERT_TYPES, type AlertType, rateLabel } from '../search_alerts/codes.js'
import type { AlertRow } from '../webhooks/payload.js'
import type { HitResults } from './hit_results.js'
import { MAX_IN_URL } from '../docket_alerts/mails.js'
import { MAX_CASES, type WaitingHits } from './waiting_hits.js'

/** Maximum characters in a subject. */
const MAX_SUBJECT_LENGTH = 935

export interface AlertHits {
  alert: AlertRow
  /** Key of the page that lists all hits. */
  emailKey: string
  /** `3 hits`, `20+ hits (1,204 in total)`. */
  hits: string
  cards: Card[]
}

function hitsText(count: number): string {
  if (count > MAX_CASES) return `${MAX_CASES}+ hits (${count.toLocaleString('en-US')} in total)`
  return count === 1 ? '1 hit' : `${count} hits`
}

/** Reads the contents of an email, with highlighted matches. */
export async function readHits(
  hitResults: HitResults,
  waiting: WaitingHits[],
  rate: string
): Promise<AlertHits[]> {
  const read: AlertHits[] = []
  for (const { alert: stored, emailKey, cases, count } of waiting) {
    // Shows the rate of the email.
    const alert = { ...stored, rate }
    const search = await hitResults.buildSearch(alert.query, alert.alert_type)
    const results = await hitResults.nested(search, cases, 'mark')
    const cards = results.map((result) => buildResultCard(search.type, result))
    read.push({ alert, emailKey, hits: hitsText(count), cards })
  }
  return read
}

export class HitsMail extends ViewMail {
  override subject: string
  override isNotice = true

  constructor(
    recipient: string,
    readonly hits: AlertHits[]
  ) {
    super(recipient)
    const names = hits.map(({ alert }) => alert.name).join(', ')
    const subject =
      hits.length === 1 ? `1 Alert has hits: ${names}` : `${hits.length} Alerts have hits: ${names}`
    this.subject = subject.slice(0, MAX_SUBJECT_LENGTH)
  }

  prepare() {
    this.unsubscribeAt(unsubscribeUrl(this.hits.map(({ alert }) => alert)))
    this.useViews('alerts::mails/hits', {
      alerts: this.hits.map(shownAlert),
      manage: absoluteUrl('/profile/alerts/'),
    })
  }
}

/** A URL that disables a single alert with one click, or lists several alerts. */
function unsubscribeUrl(alerts: AlertRow[]): string {
  if (alerts.length === 1) return absoluteUrl(`/alert/one-click-disable/${alerts[0]!.secret_key}/`)
  const keys = alerts.slice(0, MAX_IN_URL).map(({ secret_key: key }) => `keys=${key}`)
  return absoluteUrl(`/alert/disable/?${keys.join('&')}`)
}

function shownAlert({ alert, emailKey, hits, cards }: AlertHits) {
  const type = ALERT_TYPES[alert.alert_type as AlertType]
  return {
    name: alert.name,
    facts: `${hits} · ${rateLabel(alert.rate)} · ${type}`,
    cards: cards.map(shownCard),
    seeAll: absoluteUrl(`/alert/hits/${emailKey}/`),
    edit: absoluteUrl(`/profile/alerts/${alert.id}/`),
    disable: absoluteUrl(`/alert/disable/${alert.secret_key}/`),
  }
}

interface ShownCard {
  url: string
  html: { title: string; facts: string; snippet: string }
  /** The card as plain text, with indented children. */
  text: string
  children: ShownCard[]
}

/** Converts a card to HTML for the email and to plain text. Its texts are HTML with `<mark>` tags only. */
function shownCard(card: Card): ShownCard {
  const { title, facts, snippet } = card
  const url = card.url.startsWith('/') ? absoluteUrl(card.url) : card.url
  const children = card.children.map(shownCard)
  const lines = [plain(title), plain(facts), plain(snippet), url].filter(Boolean)
  return {
    url,
    html: { title: strong(title), facts: strong(facts), snippet: strong(snippet) },
    text: [...lines, ...children.map(({ text }) => text.replaceAll(/^/gm, '  '))].join('\n'),
    children,
  }
}

const strong = (html: string) => html.replaceAll(/<(\/?)mark>/g, '<$1strong>')

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&#x60;': '`',
  '&amp;': '&',
}

/** Converts the HTML of a card to plain text. */
function plain(html: string): string {
  return html
    .replaceAll(/<\/?mark>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|#x27|#x60|amp);/g, (entity) => ENTITIES[entity]!)
}
