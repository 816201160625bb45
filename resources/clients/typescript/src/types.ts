/** Types of requests and responses, derived from the generated types of the API. */
import type { paths } from './schema.js'

type Operation<P extends keyof paths, M extends string> = M extends keyof paths[P]
  ? NonNullable<paths[P][M]>
  : never

/** The JSON body of a successful response. */
type Answer<O> = O extends { responses: infer R }
  ? R extends Record<never, never>
    ? Body<R[keyof R & (200 | 201 | 202)]>
    : never
  : never

type Body<R> = R extends { content: { 'application/json': infer B } } ? B : never

type Query<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never

type Sent<O> = O extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: infer C }
    ? C extends { 'application/json': infer J }
      ? J
      : C[keyof C]
    : never
  : never

/** Controls that the client sets itself. */
type Paging = 'cursor' | 'page' | 'count' | 'format'

/** Paths of lists: their responses have `results`. */
export type ListPath = {
  [P in keyof paths]: Answer<Operation<P, 'get'>> extends { results?: unknown[] } ? P : never
}[keyof paths]

/** Paths of single records. */
export type RecordPath = Extract<keyof paths, `/${string}/{id}/`>

/** Paths that accept POST. */
export type CreatePath = {
  [P in keyof paths]: Operation<P, 'post'> extends never ? never : P
}[keyof paths]

/** Paths that accept PATCH. */
export type ChangePath = {
  [P in keyof paths]: Operation<P, 'patch'> extends never ? never : P
}[keyof paths]

/** Paths that accept DELETE. */
export type DeletePath = {
  [P in keyof paths]: Operation<P, 'delete'> extends never ? never : P
}[keyof paths]

/** Filters, fields, and ordering of a list. */
export type Filters<P extends ListPath> = Omit<Query<Operation<P, 'get'>>, Paging>

/** A record of a list. */
export type Row<P extends ListPath> =
  Answer<Operation<P, 'get'>> extends { results?: (infer R)[] } ? R : never

/** A page of a list. */
export interface Page<T> {
  results: T[]
  /** URL of the next page; null on the last one. */
  next: string | null
  /** URL of the previous page; null on the first one. */
  previous: string | null
}

/** A single record. */
export type RecordAt<P extends RecordPath> = Answer<Operation<P, 'get'>>

/** Parameters of a single record, such as `fields`. */
export type RecordQuery<P extends RecordPath> = Query<Operation<P, 'get'>>

/** The body of a POST. */
export type Creation<P extends CreatePath> = Sent<Operation<P, 'post'>>

/** The response to a POST. */
export type Created<P extends CreatePath> = Answer<Operation<P, 'post'>>

/** The body of a PATCH. */
export type Change<P extends ChangePath> = Sent<Operation<P, 'patch'>>

/** The response to a PATCH. */
export type Changed<P extends ChangePath> = Answer<Operation<P, 'patch'>>

/** Search types and their results. */
export interface SearchResults {
  o: SearchResult<'o'>
  r: SearchResult<'r'>
  rd: SearchResult<'rd'>
  d: SearchResult<'d'>
  p: SearchResult<'p'>
  oa: SearchResult<'oa'>
}

type SearchResult<T extends string> = `search.${T}` extends keyof Schemas
  ? Schemas[`search.${T}`]
  : Row<'/search/'>

type Schemas = import('./schema.js').components['schemas']

export type SearchType = keyof SearchResults

/** Parameters of a search. */
export type SearchQuery = Omit<Filters<'/search/'>, 'type'>
