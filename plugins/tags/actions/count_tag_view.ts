import Tag from '../models/tag.js'

/** Counts a view of a tag's page; in one statement, because views come at once. */
export class CountTagView {
  async handle(id: number): Promise<void> {
    await Tag.query().where('id', id).increment('viewCount', 1)
  }
}
