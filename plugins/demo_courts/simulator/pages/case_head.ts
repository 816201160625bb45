import { fullNumber, lastFiling } from '../model/case_texts.js'
import type { SimulatedCase } from '../model/types.js'
import { printedDate } from './dates.js'
import { lines, markup, type Markup } from './markup.js'

/** The head of the query and of histories: number, name, judges and dates, a line each (7). */
export function caseHead(of: SimulatedCase): Markup {
  const isBankruptcy = of.kind === 'petition' || of.kind === 'adversary'
  const label = (text: string, value: string | null) =>
    value ? [markup`<b>${text}:</b> ${value}`] : []
  const judges = isBankruptcy
    ? label('Judge', of.judge)
    : [
        ...(of.judge ? [`${of.judge}, presiding`] : []),
        ...(of.referredTo ? [`${of.referredTo}, referral`] : []),
      ]
  const kind = isBankruptcy
    ? [
        ...label('Case type', of.kind === 'petition' ? 'bk' : 'ap'),
        ...label('Chapter', of.chapter),
        ...label('Asset', of.kind === 'petition' ? 'Yes' : null),
        ...label('Vol', of.kind === 'petition' ? 'v' : null),
      ]
    : []
  const all = [
    ...judges,
    ...kind,
    ...label('Date filed', printedDate(of.filed)),
    ...label('Date terminated', of.terminated && printedDate(of.terminated)),
    ...label('Date of last filing', printedDate(lastFiling(of))),
  ]
  return markup`<center><b><font size="+1">${fullNumber(of)}</font></b> ${of.name}<br>${lines(all)}<br></center>`
}
