import type { FormWrite } from '#app/console/form_writes'
import DocketTag from '../models/docket_tag.js'
import Tag from '../models/tag.js'

/** Adds the caller's tag to a docket by the API's rules, and creates the tag if it doesn't exist. */
export class TagDocket {
  /** @throws ApiError for invalid values */
  async handle(
    { trx, writer, caller }: FormWrite,
    { docket, name }: { docket: string; name: string }
  ): Promise<void> {
    const { registry } = writer
    const known = await Tag.named(caller.account.id, name, { client: trx })
    const tag =
      known?.id ?? (await writer.create(trx, registry.get('tags'), { caller, body: { name } })).key
    const link = { docketId: docket, tagId: tag }
    if (await DocketTag.query({ client: trx }).where(link).first()) return
    await writer.create(trx, registry.get('docket-tags'), { caller, body: { docket, tag } })
  }
}

/** Removes a caller's tag from a docket by the API's rules. */
export class UntagDocket {
  /** @throws ApiError for a tag of another account */
  async handle(
    { trx, writer, caller }: FormWrite,
    { docket, tag }: { docket: string; tag: string }
  ): Promise<void> {
    const link = { docketId: docket, tagId: tag }
    const row = await DocketTag.query({ client: trx }).where(link).first()
    if (!row) return
    await writer.destroy(trx, writer.registry.get('docket-tags'), String(row.id), { caller })
  }
}
