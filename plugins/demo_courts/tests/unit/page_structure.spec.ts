/**
 * The structure of simulated pages against pages of real courts of the same kind. The real pages
 * aren't part of the project; without them, the comparison is skipped.
 */
import { test } from '@japa/runner'
import { countFeatures, readSkeleton } from '../page_skeleton.js'
import { COMPARED_KINDS, HAS_REAL_PAGES, isOfKind, readRealPages } from '../real_pages.js'
import {
  requestSimulatedPages,
  type SimulatedPage,
  type SimulatedPageKind,
} from '../simulated_pages.js'
import { useSimulator } from '../use_simulator.js'

/** Share of the real pages with a feature from which simulated pages must have it, too. */
const USUAL = 0.9

const SCRIPTED = 'browsers that saved the page added it when they ran the scripts of the menu'

const OLD_MENU = 'the menu of older releases'

/** Features of real pages that simulated pages lack, with reasons. */
const MISSING: Partial<Record<SimulatedPageKind, Record<string, string>>> = {
  bankruptcy_docket: { '<img class=helpimage>': OLD_MENU },
  claims_register: { '<tr class=$rowbackground>': 'an error of the template' },
  history: {
    '<a class=yuimenubaritemlabel-hassubmenu>': SCRIPTED,
    '<div class=visible>': SCRIPTED,
    '<div class=yui-module>': SCRIPTED,
    '<div class=yui-overlay>': SCRIPTED,
    '<iframe>': SCRIPTED,
    '<img class=helpimage>': OLD_MENU,
    '<li class=first-of-type>': SCRIPTED,
    '<li class=yuimenubaritem-hassubmenu>': SCRIPTED,
  },
  opinions: {
    '<a class=recap-inline>': 'a browser extension added it',
    '<font>': 'the style of a text that a court entered',
  },
}

/** Features of simulated pages that no real page has, with reasons. */
const ADDED: Partial<Record<SimulatedPageKind, Record<string, string>>> = {
  history: {
    'h3: there are no events for this case.': 'real empty pages are lists of documents',
  },
}

/** On every page: the notice that it is simulated. */
const NOTICE = '<address>'

/** Bold and underlined texts can be names. */
const isContent = (feature: string) => /^(?:b|strong|u): /.test(feature)

test.group('structure of pages', () => {
  test('consists of tags, classes, names, headings, labels, sections, and empty rows', ({
    assert,
  }) => {
    const page = `<!-- ==== NEW SECTION - Case Stub ==== --><h2>Claims Register</h2><form name="bnc7"><input name="data" id="x">
<table class="complexReport"><tr></tr><tr><th>Date Filed:</th><td><b>12/31/2031</b><table></table></td></tr></table></form>`
    assert.sameMembers(
      [...readSkeleton(page)],
      [
        '<b>',
        '<form>',
        '<form name=bncN>',
        '<h2>',
        'h2: claims register',
        '<input>',
        '<input name=data>',
        '<input id=x>',
        '<table>',
        '<table class=complexreport>',
        'table in form',
        'table in td',
        '<tr>',
        'empty row',
        '<th>',
        'th: date filed',
        '<td>',
        'section: Case Stub',
      ]
    )
  })
})

test.group('simulated and real pages', (group) => {
  const use = useSimulator(group)
  const loaded: { simulated: SimulatedPage[]; real: Map<SimulatedPageKind, Set<string>[]> } = {
    simulated: [],
    real: new Map(),
  }
  group.setup(async () => {
    if (!HAS_REAL_PAGES) return
    loaded.simulated = await requestSimulatedPages(await use.visitor())
    for (const kind of COMPARED_KINDS)
      loaded.real.set(kind, (await readRealPages(kind)).map(readSkeleton))
  })

  const compare = async (kind: SimulatedPageKind) => {
    const real = loaded.real.get(kind)!
    const own: Set<string>[] = []
    for (const { kind: other, of, answer } of loaded.simulated)
      if (other === kind && (await isOfKind(kind, answer.bytes, of.court)))
        own.push(readSkeleton(answer.text))
    const [inReal, inOwn] = [countFeatures(real), countFeatures(own)]
    const tags = countFeatures([...loaded.real.values()].flat())
    const known = (feature: string) => (/^<\w+>$/.test(feature) ? tags : inReal).has(feature)
    return {
      pages: Math.min(real.length, own.length),
      missing: [...inReal]
        .filter(([feature, count]) => count >= real.length * USUAL && !inOwn.has(feature))
        .map(([feature]) => feature),
      added: [...inOwn.keys()].filter(
        (feature) => !known(feature) && !isContent(feature) && feature !== NOTICE
      ),
    }
  }

  test('have the same structure, except for declared differences: {$self}')
    .with(COMPARED_KINDS)
    .skip(!HAS_REAL_PAGES, 'the corpus of court pages is missing')
    .run(async ({ assert }, kind) => {
      const { pages, missing, added } = await compare(kind)
      assert.isAbove(pages, 0)
      assert.sameMembers(missing, Object.keys(MISSING[kind] ?? {}), 'missing')
      assert.sameMembers(added, Object.keys(ADDED[kind] ?? {}), 'added')
    })
})
