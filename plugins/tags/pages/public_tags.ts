/**
 * What everybody may see of tags: those an account has published, and the
 * dockets under each.
 */
import type { HttpContext } from '@adonisjs/core/http'
import { isbot } from 'isbot'
import { ApiError } from '#app/support/api_error'
import { markdownToHtml } from '#app/web/markdown'
import { setPageHeaders } from '#app/support/page_headers'
import { pageOwner } from '#app/web/page_owner'
import type { RecordPages } from '#app/web/record_pages'
import { CountTagView } from '../actions/count_tag_view.js'
import { tagNamed, tagsOf, type ShownTag } from './stored_tags.js'
import { parseRate } from '#app/throttle/rate'
import { VIEW_RATE } from '../limits.js'
import { AttemptLimit } from '#app/throttle/attempt_limit'
import { errors } from '@adonisjs/limiter'

/** Dockets a page shows; more are read over the API. */
const SHOWN_DOCKETS = 100

/** Views counted from one address. */
const viewLimit = new AttemptLimit('tag-views', [parseRate(VIEW_RATE)], 'pages')

export async function showTagsOf(ctx: HttpContext, pages: RecordPages): Promise<string> {
  const { visitor, owner, mine } = await pageOwner(ctx, pages, noSuchPage)
  const tags = await tagsOf(pages.records.reader, owner.id, mine)
  setPageHeaders(ctx.response)
  return ctx.view.render('tags::tags_of', {
    title: `Tags of ${owner.username}`,
    username: owner.username,
    tags,
    mine,
    csrf: visitor?.csrfToken,
  })
}

export async function showTag(ctx: HttpContext, pages: RecordPages): Promise<string> {
  const { visitor, owner, mine } = await pageOwner(ctx, pages, noSuchPage)
  const { reader } = pages.records
  const tag = await tagNamed(reader, { accountId: owner.id, name: ctx.params.name, all: mine })
  if (!tag) throw noSuchPage()
  if (!mine) await countView(ctx, tag)
  const dockets = await pages.records.list(
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
    description: markdownToHtml(tag.description),
    dockets,
    all: `/api/rest/v4/dockets/?user_tags=${tag.id}`,
  })
}

function noSuchPage(): ApiError {
  return ApiError.detail(404, 'There is no such tag here.')
}

/** Counts a view of a page by others than its owner; not one by a program, and not endlessly from one address. */
async function countView(ctx: HttpContext, { id }: ShownTag): Promise<void> {
  if (ctx.request.method() !== 'GET' || isbot(ctx.request.header('user-agent') ?? 'bot')) return
  try {
    await viewLimit.count(ctx)
  } catch (error) {
    if (error instanceof errors.E_TOO_MANY_REQUESTS) return
    throw error
  }
  await new CountTagView().handle(id)
}
