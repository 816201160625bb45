import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import { disconnectSignal } from '#api/respond'
import { renderFormErrors } from '#app/console/forms'
import { Reader } from '#app/database/reader'
import { cacheControl } from '#app/support/caching'
import { checkBrief, findBriefCitations } from '../checks/check_brief.js'
import { buildLookupCost } from '../lookup/charge.js'
import { MAX_CITATIONS } from '../lookup/look_up.js'
import { buildBriefReport } from '../checks/brief_report.js'
import { readBriefForm } from '../files/brief_form.js'
import { FORM, formState } from './brief_form_state.js'
import { buildResultRows, markCitations } from '../checks/result_rows.js'

/** The brief check: the citations of a text, compared with the archive. Nothing is stored. */
@inject()
export default class BriefCheckController {
  constructor(
    private gate: Gate,
    private reader: Reader
  ) {}

  async index(ctx: HttpContext) {
    return ctx.view.render(FORM, await formState(ctx))
  }

  async check(ctx: HttpContext) {
    const { text, note, problems } = await readBriefForm(ctx)
    if (problems) return renderFormErrors(ctx, FORM, problems, await formState(ctx))
    const options = { signal: disconnectSignal(ctx) }
    const citations = await findBriefCitations(text, options)
    const count = citations.filter(({ located }) => located).length
    const refusal = await this.#refusal(ctx, count)
    if (refusal) return renderFormErrors(ctx, FORM, { text: refusal }, await formState(ctx))
    const results = await checkBrief(this.reader, citations, options)
    ctx.response.header('cache-control', cacheControl('own'))
    if (ctx.request.input('format') === 'json') {
      ctx.response.header('content-disposition', 'attachment; filename="brief-check.json"')
      return ctx.response.json(buildBriefReport(text, results))
    }
    const rows = buildResultRows(results)
    return ctx.view.render('citations::brief_results', {
      text,
      note,
      marked: markCitations(text, results),
      rows,
      counts: [...Map.groupBy(rows, ({ label }) => label)].map(([label, some]) => ({
        label,
        value: some.length.toLocaleString('en'),
      })),
    })
  }

  /** Charges full citations like a lookup. @returns why the text isn't checked, if it isn't */
  async #refusal(ctx: HttpContext, count: number): Promise<string | undefined> {
    if (count > MAX_CITATIONS)
      return `This text has ${count.toLocaleString('en')} full citations of cases. Check at most ${MAX_CITATIONS} at once, or look up citations only.`
    const refused = await this.gate.charge(ctx, buildLookupCost(count), { counted: true })
    if (!refused) return undefined
    if (refused.freesAt === null) return 'Citation lookup is blocked for this account.'
    const time = new Date(refused.freesAt).toISOString().slice(0, 19).replace('T', ' ')
    return `Your rate limit is reached. You can check this text at ${time} UTC.`
  }
}
