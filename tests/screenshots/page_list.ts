/** Pages for screenshots. Others are found through menus. */

/** Paths in the sample archive. File names are derived from the path. */
export const PUBLIC_PAGES = [
  '/',
  '/search/',
  '/search/?q=equal+protection',
  '/search/?q=fraud&type=r',
  '/search/?q=miranda&type=oa',
  '/search/?q=marshall&type=p',
  '/search/?q=casname:brown',
  '/search/?q=zzzzzz',
  '/opinion/1026/united-states-v-carolene-products-co/',
  '/opinion/1026/united-states-v-carolene-products-co/cited-by/',
  '/opinion/1026/united-states-v-carolene-products-co/network/',
  '/opinion/1003/x/',
  '/opinion/1121/in-re-copperline-smart-meter-privacy-litigation/',
  '/docket/2001/x/',
  '/docket/2001/parties/x/',
  '/docket/2001/1/x/',
  '/docket/1/marbury-v-madison/',
  '/person/301/john-marshall/',
  '/person/498/avery-sampleton/',
  '/court/scotus/x/',
  '/court/ca9/x/',
  '/courts/',
  '/audio/901/riley-v-california/',
  '/disclosure/801/x/',
  '/prayers/top/',
  '/docs/',
  '/docs/lists/',
  '/docs/search/',
  '/docs/api/',
  '/docs/api/clusters/',
  '/docs/decisions/',
  '/docs/decisions/0001-json-from-sql/',
  '/api/rest/v4/?format=api',
  '/api/rest/v4/clusters/?format=api',
  '/api/rest/v4/clusters/1026/?format=api',
  '/api/rest/v4/clusters/?nothing=1&format=api',
  '/api/rest/v4/tags/?format=api',
  '/sign-in/',
  '/register/',
  '/reset-password/',
  '/email-confirmation/request/',
  '/nowhere/',
]

/** Pages that people print. */
export const PRINTED_PAGES = [
  '/opinion/1121/in-re-copperline-smart-meter-privacy-litigation/',
  '/opinion/1026/united-states-v-carolene-products-co/',
  '/docket/2001/x/',
  '/docs/lists/',
]

/** Account pages that aren't in a menu. */
export const ACCOUNT_PAGES = [
  '/profile/',
  '/docket/2001/x/',
  '/api/rest/v4/tags/?format=api',
  '/profile/password/change/',
  '/profile/take-out/',
  '/profile/delete/',
  '/profile/api-token/reset/',
  '/profile/visualizations/new/',
]

export const STAFF_PAGES = [
  '/admin/',
  '/admin/documents/4001/seal/',
  '/admin/records/clusters/1026/',
]
