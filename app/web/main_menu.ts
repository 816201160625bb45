/** The menu at the top of every page; plugins add to it. */
export interface MainMenuItem {
  label: string
  path: string
}

/** In the order in which they are shown. */
export const MAIN_MENU: MainMenuItem[] = [
  { label: 'API', path: '/api/rest/v4/?format=api' },
  { label: 'Docs', path: '/docs/' },
  { label: 'Reference', path: '/docs/api/' },
  { label: 'Account', path: '/profile/' },
]

/** Adds a page in front. */
export function addToMainMenu(item: MainMenuItem): void {
  MAIN_MENU.unshift(item)
}
