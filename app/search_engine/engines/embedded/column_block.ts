/** Values of the rows of a block of days, as numbers of lists of values. */

/** Newest first, like matching rows. */
export interface ColumnBlock {
  places: Float64Array
  ordinals: Uint32Array
  /** By facet of the layout. */
  codes: Uint32Array[]
}

/** A row that was written or, without codes, removed. */
export interface ChangedRow {
  place: number
  ordinal: number
  codes: number[] | null
}

export function emptyBlock(rows: number, facets: number): ColumnBlock {
  return {
    places: new Float64Array(rows),
    ordinals: new Uint32Array(rows),
    codes: Array.from({ length: facets }, () => new Uint32Array(rows)),
  }
}

/** The block with some rows as they are now. @param changes of the block, newest first */
export function withChanges(block: ColumnBlock, changes: ChangedRow[]): ColumnBlock {
  const { length } = block.places
  const made = emptyBlock(length + changes.length, block.codes.length)
  let from = 0
  let to = 0
  const copyUntil = (end: number) => {
    made.places.set(block.places.subarray(from, end), to)
    made.ordinals.set(block.ordinals.subarray(from, end), to)
    for (const [facet, codes] of block.codes.entries())
      made.codes[facet]!.set(codes.subarray(from, end), to)
    to += end - from
    from = end
  }
  for (const { place, ordinal, codes } of changes) {
    let end = from
    while (
      end < length &&
      (block.places[end]! > place ||
        (block.places[end] === place && block.ordinals[end]! > ordinal))
    )
      end++
    copyUntil(end)
    if (end < length && block.places[end] === place && block.ordinals[end] === ordinal) from++
    if (!codes) continue
    made.places[to] = place
    made.ordinals[to] = ordinal
    for (const [facet, code] of codes.entries()) made.codes[facet]![to] = code
    to++
  }
  copyUntil(length)
  return {
    places: made.places.subarray(0, to),
    ordinals: made.ordinals.subarray(0, to),
    codes: made.codes.map((codes) => codes.subarray(0, to)),
  }
}
