import type { FormWrite } from '#app/console/form_writes'
import DocketTag from '../models/docket_tag.js'

/** Removes a tag of the caller from a docket, by the rules of the API. */
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
