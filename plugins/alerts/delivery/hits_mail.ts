/**
 * The mail about hits, as text and as HTML (alerts 1.5).
 */
import { escaped, htmlMessage } from '#app/mail/html'
import { address } from '#app/mail/mails'
import type { Mail } from '#app/mail/outbox'
import { cardOf, type Card } from '#plugins/search/pages/card'
import { ALERT_TYPES, type AlertType } from '../search_alerts/codes.js'
import { rateLabel } from '../search_alerts/stored_alerts.js'
import type { AlertRow } from '../webhooks/payload.js'
import { nestedResults, searchOfAlert } from './results.js'
import { seeAllQuery } from './see_all.js'
import { MOST_CASES, type WaitingHits } from './waiting_hits.js'

/** Characters of a subject. */
const LONGEST_SUBJECT = 935
/** Alerts in the address that ends several: a line of a header has 998 characters at most (RFC 5322, 2.1.1). */
const MOST_IN_ADDRESS = 15

interface ShownAlert {
  alert: AlertRow
  count: string
  cards: Card[]
}

/** The mail about hits of one account and rate. */
export async function hitsMail(
  recipient: string,
  waiting: WaitingHits[],
  rate: string
): Promise<Mail> {
  const shown: ShownAlert[] = []
  for (const { alert: stored, cases, count } of waiting) {
    // What it shows reaches back as far as the mail does.
    const alert = { ...stored, rate }
    const search = await searchOfAlert(alert.query, alert.alert_type)
    const results = await nestedResults(search, cases, 'mark')
    const cards = results.map((result) => cardOf(search.type, result))
    shown.push({ alert, count: count > MOST_CASES ? `${MOST_CASES}+` : String(count), cards })
  }
  const subject = subjectOf(waiting.map(({ alert }) => alert))
  return {
    recipient,
    subject,
    body: [...shown.map(textOf), FOOTER.text].join('\n\n'),
    html: htmlMessage(subject, [...shown.map(htmlOf), FOOTER.html].join('\n')),
    notice: true,
    unsubscribe: unsubscribeOf(waiting.map(({ alert }) => alert)),
  }
}

function subjectOf(alerts: AlertRow[]): string {
  const names = alerts.map(({ name }) => name).join(', ')
  const subject =
    alerts.length === 1
      ? `1 Alert has hits: ${names}`
      : `${alerts.length} Alerts have hits: ${names}`
  return subject.slice(0, LONGEST_SUBJECT)
}

/** One click ends one alert; of several the reader chooses. */
function unsubscribeOf(alerts: AlertRow[]): string {
  if (alerts.length === 1) return address(`/alert/one-click-disable/${alerts[0]!.secret_key}/`)
  const keys = alerts.slice(0, MOST_IN_ADDRESS).map(({ secret_key: key }) => `keys=${key}`)
  return address(`/alert/disable/?${keys.join('&')}`)
}

function linksOf(alert: AlertRow): [label: string, address: string][] {
  return [
    ['See all results', address(`/search/?${seeAllQuery(alert)}`)],
    ['Edit this alert', address(`/profile/alerts/${alert.id}/`)],
    ['Disable this alert', address(`/alert/disable/${alert.secret_key}/`)],
  ]
}

function headingOf({ alert, count }: ShownAlert): { name: string; facts: string } {
  const hits = count === '1' ? '1 hit' : `${count} hits`
  const type = ALERT_TYPES[alert.alert_type as AlertType]
  return { name: alert.name, facts: `${hits} · ${rateLabel(alert.rate)} · ${type}` }
}

function textOf(shown: ShownAlert): string {
  const { name, facts } = headingOf(shown)
  const cards = shown.cards.map((card) => textOfCard(card, ''))
  const links = linksOf(shown.alert).map(([label, url]) => `${label}:\n${url}`)
  return [name, facts, ...cards, ...links].join('\n\n')
}

function textOfCard(card: Card, indent: string): string {
  const lines = [plain(card.title), plain(card.facts), plain(card.snippet), link(card)]
  const children = card.children.map((child) => textOfCard(child, `${indent}  `))
  return [...lines.filter(Boolean).map((line) => indent + line), ...children].join('\n')
}

function htmlOf(shown: ShownAlert): string {
  const { name, facts } = headingOf(shown)
  const links = linksOf(shown.alert)
    .map(([label, url]) => `<a href="${escaped(url)}">${label}</a>`)
    .join(' · ')
  const cards = shown.cards.map(htmlOfCard).join('\n')
  return `<h2>${escaped(name)}</h2>\n<p>${escaped(facts)}</p>\n<ul>\n${cards}\n</ul>\n<p>${links}</p>`
}

/** Texts of cards are HTML already, with nothing in it but marks. */
function htmlOfCard(card: Card): string {
  const parts = [
    `<a href="${escaped(link(card))}">${strong(card.title)}</a>`,
    strong(card.facts),
    strong(card.snippet),
  ].filter(Boolean)
  const children = card.children.map(htmlOfCard).join('\n')
  return `<li><p>${parts.join('<br>\n')}</p>${children && `<ul>\n${children}\n</ul>`}</li>`
}

const link = ({ url }: Card) => (url.startsWith('/') ? address(url) : url)
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

/** The text of a card's HTML. */
function plain(html: string): string {
  return html
    .replaceAll(/<\/?mark>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|#x27|#x60|amp);/g, (entity) => ENTITIES[entity]!)
}

const MANAGE = address('/profile/alerts/')
const FOOTER = {
  text: `--\nAll your alerts:\n${MANAGE}\n`,
  html: `<hr>\n<p><a href="${escaped(MANAGE)}">All your alerts</a></p>`,
}
