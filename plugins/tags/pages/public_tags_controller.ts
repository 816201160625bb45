import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { countView } from '#app/web/page_requests'
import { cleanedText } from '#app/web/cleaned_texts'
import { setPageHeaders } from '#app/support/page_headers'
import { pageOwner } from '#app/web/page_requests'
import type { RecordPages } from '#app/web/record_pages'
import { CountTagView } from '../actions/count_views.js'
import { tagNamed, listAccountTags } from './stored_tags.js'

/** Maximum dockets on the page of a tag. The API lists all of them. */
const SHOWN_DOCKETS = 100

/** Pages of published tags and their dockets; owners also see their private tags. */
export default class PublicTagsController {
  constructor(private pages: RecordPages) {}

  async index(ctx: HttpContext): Promise<string> {
    const { visitor, owner, mine } = await pageOwner(ctx, this.pages, noSuchPage)
    const tags = await listAccountTags(this.pages.records.reader, owner.id, mine)
    setPageHeaders(ctx.response)
    return ctx.view.render('tags::tags_of', {
      title: `Tags of ${owner.username}`,
      username: owner.username,
      tags,
      mine,
      csrf: visitor?.csrfToken,
    })
  }

  async show(ctx: HttpContext): Promise<string> {
    const { visitor, owner, mine } = await pageOwner(ctx, this.pages, noSuchPage)
    const { reader } = this.pages.records
    const tag = await tagNamed(reader, { accountId: owner.id, name: ctx.params.name, all: mine })
    if (!tag) throw noSuchPage()
    if (!mine) await countView(ctx, () => new CountTagView().handle(tag.id))
    const dockets = await this.pages.records.list(
      'dockets',
      { user_tags: String(tag.id) },
      {
        order: '-id',
        fields: 'id,absolute_url,case_name,court_id,docket_number,date_filed',
        limit: SHOWN_DOCKETS,
        viewer: visitor?.account.id,
      }
    )
    setPageHeaders(ctx.response)
    return ctx.view.render('tags::tag', {
      title: tag.title || tag.name,
      username: owner.username,
      tag,
      mine,
      description: await cleanedText({ kind: 'markdown', text: tag.description }),
      dockets,
      all: `/api/rest/v4/dockets/?user_tags=${tag.id}`,
    })
  }
}

function noSuchPage(): ApiError {
  return ApiError.detail(404, "This tag doesn't exist or isn't published.")
}
