import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import { disconnectSignal } from '#api/respond'
import { renderFormErrors } from '#app/console/forms'
import { Reader } from '#app/database/reader'
import { cacheControl } from '#app/support/caching'
import { checkBrief, countStates, findBriefCitations } from '../checks/check_brief.js'
import { buildLookupCost } from '../lookup/charge.js'
import { MAX_CITATIONS } from '../lookup/look_up.js'
import { MAX_PASTED_LENGTH, readPastedText } from '../lookup/lookup_request.js'
import { buildResultRows, markCitations, STATE_TEXTS } from './brief_results.js'

const FORM = 'citations::brief_form'

/** The brief check: the citations of a pasted text, compared with the archive. Nothing is stored. */
@inject()
export default class BriefCheckController {
  constructor(
    private gate: Gate,
    private reader: Reader
  ) {}

  async index({ view }: HttpContext) {
    return view.render(FORM, FORM_STATE)
  }

  async check(ctx: HttpContext) {
    const { text, problem } = readPastedText(ctx.request.input('text'))
    if (problem) return renderFormErrors(ctx, FORM, { text: problem }, FORM_STATE)
    const options = { signal: disconnectSignal(ctx) }
    const citations = await findBriefCitations(text, options)
    const count = citations.filter(({ located }) => located).length
    const refusal = await this.#refusal(ctx, count)
    if (refusal) return renderFormErrors(ctx, FORM, { text: refusal }, FORM_STATE)
    const results = await checkBrief(this.reader, citations, options)
    ctx.response.header('cache-control', cacheControl('own'))
    if (ctx.request.input('format') === 'json') {
      ctx.response.header('content-disposition', 'attachment; filename="brief-check.json"')
      return ctx.response.json({ states: Object.fromEntries(countStates(results)), results })
    }
    return ctx.view.render('citations::brief_results', {
      text,
      marked: markCitations(text, results),
      rows: buildResultRows(results),
      counts: countStates(results).map(([state, number]) => ({
        label: STATE_TEXTS[state].label,
        value: number.toLocaleString('en'),
      })),
    })
  }

  /** Charges full citations like a lookup. @returns why the text isn't checked, if it isn't */
  async #refusal(ctx: HttpContext, count: number): Promise<string | undefined> {
    if (count > MAX_CITATIONS)
      return `This text has ${count.toLocaleString('en')} full citations of cases. Check at most ${MAX_CITATIONS} at once.`
    const refused = await this.gate.charge(ctx, buildLookupCost(count), { counted: true })
    if (!refused) return undefined
    if (refused.freesAt === null) return 'Citation lookup is blocked for this account.'
    const time = new Date(refused.freesAt).toISOString().slice(0, 19).replace('T', ' ')
    return `Your rate limit is reached. You can check this text at ${time} UTC.`
  }
}

const FORM_STATE = { longest: MAX_PASTED_LENGTH.toLocaleString('en'), most: MAX_CITATIONS }
