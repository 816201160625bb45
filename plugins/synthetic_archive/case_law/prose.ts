/**
 * Random text that resembles an opinion.
 */
import type { Random } from '#app/support/random'
import { loadLexicon, type Lexicon } from './vocabulary.js'

/** A decision that the text refers to. */
export interface Reference {
  name: string
  citation: string
  path: string
}

export interface Prose {
  html: string
  plain: string
}

/**
 * Writes paragraphs with about the given number of words and spreads the
 * references over them.
 */
export function writeProse(random: Random, words: number, references: Reference[]): Prose {
  let html = ''
  let plain = ''
  let written = 0
  let referred = 0
  while (written < words || referred < references.length) {
    let paragraph = ''
    let paragraphHtml = ''
    for (let sentences = random.between(2, 6); sentences > 0; sentences--) {
      const length = random.between(7, 27)
      const text = sentence(random, length)
      written += length
      paragraph += paragraph ? ` ${text}` : text
      paragraphHtml += paragraphHtml ? ` ${text}` : text

      const due = Math.min(references.length, Math.ceil((written / words) * references.length))
      if (referred < due) {
        const { name, citation, path } = references[referred++]!
        paragraph += ` See ${name}, ${citation}.`
        paragraphHtml += ` See <em>${escapeHtml(name)}</em>, <a href="${path}">${escapeHtml(citation)}</a>.`
      }
      if (written >= words && referred === references.length) break
    }
    html += html ? `\n<p>${paragraphHtml}</p>` : `<p>${paragraphHtml}</p>`
    plain += plain ? `\n\n    ${paragraph}` : paragraph
  }
  return { html, plain }
}

/** Writes a sentence with the given number of words. */
export function sentence(random: Random, words: number): string {
  const lexicon = loadLexicon()
  let text = lexicon.capitalised[draw(lexicon, random)]!
  for (let left = words - 1; left > 0; left--) text += ` ${lexicon.words[draw(lexicon, random)]!}`
  const ending = random.next()
  if (ending < 0.02) return `"${text}."`
  if (ending < 0.03) return `“${text}.”`
  return ending < 0.05 ? `${text} under § ${random.between(100, 2999)}.` : `${text}.`
}

/** Writes words without capitalization or punctuation. */
export function phrase(random: Random, words: number): string {
  const lexicon = loadLexicon()
  let text = lexicon.words[draw(lexicon, random)]!
  for (let left = words - 1; left > 0; left--) text += ` ${lexicon.words[draw(lexicon, random)]!}`
  return text
}

function draw({ draws }: Lexicon, random: Random): number {
  return draws[Math.floor(random.next() * draws.length)]!
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
