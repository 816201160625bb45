/** A person in a browser, with a mouse, a small screen, only a keyboard, or without JavaScript. */
import { readFile } from 'node:fs/promises'
import type { Assert } from '@japa/assert'
import type { Browser, Locator, Page } from 'playwright-core'
import type { TestAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, openPage, type Visit } from '#tests/helpers/browser'
import { overflow } from '#tests/helpers/console_pages'

export const WAYS = ['pointer', 'narrow', 'keyboard', 'no script'] as const
export type Way = (typeof WAYS)[number]
/** Text of a link, button, or label: complete, or a part of it as a pattern. */
type Name = string | RegExp
type Credentials = Pick<TestAccount, 'username' | 'password'>
type Place = Locator | Page
type Key = 'Enter' | 'Space' | 'Control+Enter'

/** More than the controls of a page of 20 results. */
const MAX_TABS = 150
/** Pages count visits of people only, and the headless browser names itself as a bot. */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Firefox/150.0'

/** What functions in the page use of its elements. */
interface Shown {
  outerHTML: string
  matches: (selector: string) => boolean
  getBoundingClientRect: () => { top: number; right: number; bottom: number; left: number }
  compareDocumentPosition: (other: Shown) => number
}

interface ShownWindow {
  innerWidth: number
  innerHeight: number
  document: { activeElement: Shown }
  getComputedStyle: (element: Shown) => { outlineStyle: string }
}

let browser: Browser | undefined

/** For `group.setup`: starts the browser, and closes its pages after the group. */
export async function withBrowser(): Promise<() => void> {
  if (!BROWSER) return () => {}
  browser = await launchBrowser()
  return () => browser?.close()
}

export class Walker {
  private constructor(
    readonly assert: Assert,
    readonly way: Way,
    readonly visit: Visit,
    /** The tab that the person is looking at. */
    public page: Page
  ) {}

  /** Opens the home page. */
  static async start(assert: Assert, way: Way): Promise<Walker> {
    const visit = await openPage(browser!, way === 'narrow' ? 360 : 1280, {
      javaScriptEnabled: way !== 'no script',
      userAgent: USER_AGENT,
    })
    const context = visit.page.context()
    context.setDefaultTimeout(10_000)
    // Includes further tabs.
    context.on('weberror', (error) => visit.complaints.push(error.error().message))
    context.on('console', (line) => line.type() === 'error' && visit.complaints.push(line.text()))
    const walker = new Walker(assert, way, visit, visit.page)
    await walker.open('/')
    return walker
  }

  /** Opens a path: a typed one, or that of an emailed link. */
  async open(path: string): Promise<void> {
    await this.page.goto(address(path))
    await this.#look()
  }

  /** @param link that leads to the form */
  async signIn({ username, password }: Credentials, link = 'Sign in'): Promise<void> {
    await this.follow(link)
    await this.enter({ username, password })
  }

  /** Fills the form for signing in. */
  async enter({ username, password }: Credentials): Promise<void> {
    await this.fill('Username or email address', username)
    await this.fill('Password', password)
    await this.press('Sign in')
  }

  async follow(name: Name, place: Place = this.page): Promise<void> {
    await this.#activate(this.#named('link', name, place), 'Enter')
  }

  /** Follows a link of the account menu, which is collapsed on a small screen. */
  async followInMenu(name: Name, menu: 'Account' | 'Staff' = 'Account'): Promise<void> {
    if (this.way === 'narrow') await this.press('Menu')
    await this.follow(name, this.page.getByRole('navigation', { name: menu }))
  }

  async press(name: Name, place: Place = this.page): Promise<void> {
    await this.#activate(this.#named('button', name, place), 'Space')
  }

  /** Opens a collapsed part of the page. */
  async unfold(name: Name, place: Place = this.page): Promise<void> {
    await this.#activate(place.locator('summary').filter({ hasText: name, visible: true }), 'Enter')
  }

  /** Types a text, or pastes one with several lines. */
  async fill(label: Name, text: string, place: Place = this.page): Promise<void> {
    const field = this.#labeled(label, place)
    if (this.way !== 'keyboard') await field.fill(text)
    else {
      await this.#reach(field)
      await this.page.keyboard.press('ControlOrMeta+a')
      if (text.includes('\n')) await this.page.keyboard.insertText(text)
      else await this.page.keyboard.type(text)
    }
    await this.#look()
  }

  async choose(label: Name, option: string, place: Place = this.page): Promise<void> {
    const field = this.#labeled(label, place)
    if (this.way !== 'keyboard') await field.selectOption({ label: option })
    else {
      const labels = await field.locator('option').allInnerTexts()
      await this.#reach(field)
      await this.page.keyboard.press('Home')
      for (let steps = labels.indexOf(option); steps > 0; steps--)
        await this.page.keyboard.press('ArrowDown')
    }
    this.assert.equal(await field.locator('option:checked').innerText(), option)
    await this.#look()
  }

  async tick(label: Name, place: Place = this.page): Promise<void> {
    const box = this.#labeled(label, place)
    if (this.way !== 'keyboard') await box.check()
    else {
      await this.#reach(box)
      await this.page.keyboard.press('Space')
    }
    this.assert.isTrue(await box.isChecked())
    await this.#look()
  }

  /** Waits for a visible text. */
  async read(text: Name, place: Place = this.page): Promise<void> {
    await place.getByText(text).filter({ visible: true }).first().waitFor()
  }

  /** @returns the text in a field, such as a token */
  async copy(label: Name, place: Place = this.page): Promise<string> {
    return this.#labeled(label, place).inputValue()
  }

  /** @returns the content of the file that a link or a button downloads */
  async download(role: 'link' | 'button', name: Name, place: Place = this.page): Promise<string> {
    const target = this.#named(role, name, place)
    const [file] = await Promise.all([
      this.page.waitForEvent('download'),
      this.#hit(target, role === 'link' ? 'Enter' : 'Space'),
    ])
    return readFile(await file.path(), 'utf8')
  }

  /** Opens a link in a new tab, acts there, and closes the tab. */
  async inNewTab(name: Name, place: Place, act: () => Promise<void>): Promise<void> {
    const [tab] = await Promise.all([
      this.page.context().waitForEvent('page'),
      this.#hit(this.#named('link', name, place), 'Control+Enter'),
    ])
    await tab.waitForURL(/^http/)
    this.page = tab
    await this.#look()
    await act()
    await tab.close()
    this.page = this.visit.page
  }

  /** Checks that no page logged an error or requested another host, and closes the browser. */
  async end(): Promise<void> {
    this.assert.deepEqual([this.visit.complaints, this.visit.foreign], [[], []])
    await this.page.context().close()
  }

  #named(role: 'link' | 'button', name: Name, place: Place): Locator {
    return place
      .getByRole(role, { name, exact: typeof name === 'string' })
      .filter({ visible: true })
  }

  #labeled(label: Name, place: Place): Locator {
    return place.getByLabel(label, { exact: typeof label === 'string' }).filter({ visible: true })
  }

  async #activate(target: Locator, key: Key): Promise<void> {
    const loads = await target.evaluate(isLoading)
    await Promise.all([loads && this.page.waitForEvent('load'), this.#hit(target, key)])
    await this.#look()
  }

  async #hit(target: Locator, key: Key): Promise<void> {
    if (this.way === 'keyboard') {
      await this.#reach(target)
      await this.page.keyboard.press(key)
    } else if (key === 'Control+Enter') await target.click({ modifiers: ['Control'] })
    else await target.click()
  }

  /** Moves the focus with Tab, over the skip link if the page has just loaded. */
  async #reach(target: Locator): Promise<void> {
    await this.page.waitForLoadState()
    const wanted = (await target.elementHandle())!
    let key = 'Tab'
    for (let presses = 0; presses < MAX_TABS; presses++) {
      await this.page.keyboard.press(key)
      const focus = await wanted.evaluate(describeFocus)
      this.assert.isTrue(focus.isVisible, `focus can't be seen: ${focus.html}`)
      if (focus.isReached) return
      if (focus.isSkipLink) await this.page.keyboard.press('Enter')
      key = focus.isPast ? 'Shift+Tab' : 'Tab'
    }
    throw new Error(`${String(target)} isn't reached with ${MAX_TABS} keys`)
  }

  async #look(): Promise<void> {
    if (this.way === 'narrow')
      this.assert.isAtMost(await overflow(this.page), 0, `${this.page.url()} is too wide`)
  }
}

/** Whether a click loads a page. Runs in the page. */
function isLoading(node: unknown): boolean {
  return (node as Shown).matches('a[href]:not([href^="#"]), form button:not([type=button])')
}

/** The element with the focus, compared with the one to reach. Runs in the page. */
function describeFocus(node: unknown) {
  const wanted = node as Shown
  const { document, innerWidth, innerHeight, getComputedStyle } =
    globalThis as unknown as ShownWindow
  const element = document.activeElement
  const { outlineStyle } = getComputedStyle(element)
  const { top, right, bottom, left } = element.getBoundingClientRect()
  const isInWindow = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  return {
    isReached: element === wanted,
    isSkipLink: element.matches('a.skip') && wanted.matches('main *'),
    // The browser marks the parts of a date field. The body has the focus between the last and the first control.
    isVisible: isInWindow && (outlineStyle !== 'none' || element.matches('[type=date], body')),
    // DOCUMENT_POSITION_FOLLOWING
    isPast: Boolean(wanted.compareDocumentPosition(element) & 4),
    html: element.outerHTML.slice(0, 200),
  }
}
