/** Written forms of statutes and rules have one standard form, in texts and in queries. */
import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { makeExtractor } from '#app/citations/extractor'
import { citationTables } from '../../citation_tables.js'
import { officialLink } from '../../statutes/official_links.js'
import { citedProvisions, enclosingSubsections } from '../../statutes/provisions.js'
import { readProvision } from '../../statutes/read_provision.js'

const FORMS = readFileSync(new URL('../provision_forms.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [standard, written] = line.split('\t') as [string, string]
    return { standard, written: written.split(' | ') }
  })

const labelOf = (one: { label: string; subsections: string }) => one.label + one.subsections

test.group('provisions', () => {
  const extract = makeExtractor(citationTables())
  const cited = (text: string) =>
    extract(text).flatMap((citation) => citedProvisions(citation, text).map(labelOf))

  test('{standard} in queries')
    .with(FORMS)
    .run(({ assert }, { standard, written }) => {
      for (const form of [standard, ...written]) {
        const provision = readProvision(form)
        assert.equal(provision && labelOf(provision), standard, form)
      }
    })

  test('{standard} in texts')
    .with(FORMS)
    .run(({ assert }, { standard, written }) => {
      for (const form of written) assert.deepEqual(cited(`We apply ${form}.`), [standard], form)
    })

  test('lists, ranges, and bare sections cite each section', ({ assert }) => {
    assert.deepEqual(cited('See 28 U.S.C. §§ 1331, 1332(a)(1), and 1367.'), [
      '28 U.S.C. § 1331',
      '28 U.S.C. § 1332(a)(1)',
      '28 U.S.C. § 1367',
    ])
    assert.deepEqual(cited('See sections 1981, 1982(a), and 1983 of title 42.'), [
      '42 U.S.C. § 1981',
      '42 U.S.C. § 1982(a)',
      '42 U.S.C. § 1983',
    ])
    assert.deepEqual(cited('Sections 187 and 190.2(a)(3) of the Penal Code apply.'), [
      'Cal. Penal Code § 187',
      'Cal. Penal Code § 190.2(a)(3)',
    ])
    assert.deepEqual(cited('See 5 U.S.C. §§ 551-559.'), ['5 U.S.C. § 551', '5 U.S.C. § 559'])
    assert.deepEqual(cited('He sued under 42 U.S.C. § 1983. Section 1983 requires state action.'), [
      '42 U.S.C. § 1983',
      '42 U.S.C. § 1983',
    ])
  })

  test('{$self} is not a provision')
    .with([
      '',
      '1983',
      'section 1983',
      '§ 5',
      '347 U.S. 483',
      '42 U.S.C.',
      'U.S.C. § ',
      'foo',
      'Rule 56',
      'Local Rule 56.1',
      'Nev. Pen. Code § 3',
      'the Act',
      '§'.repeat(150),
      `42 U.S.C. ${'9'.repeat(100)}`,
      `${'A. '.repeat(60)}5`,
    ])
    .run(({ assert }, text) => {
      assert.isUndefined(readProvision(text))
    })

  test('subsections are within others', ({ assert }) => {
    assert.deepEqual(enclosingSubsections('(c)(1)(A)'), ['(c)', '(c)(1)', '(c)(1)(A)'])
    assert.deepEqual(enclosingSubsections(''), [])
  })

  test('official link of {0}')
    .with([
      ['42 U.S.C. § 2000e-5', 'https://www.govinfo.gov/link/uscode/42/2000e-5'],
      ['17 C.F.R. § 240.10b-5', 'https://www.ecfr.gov/current/title-17/section-240.10b-5'],
      [
        'U.S. Const. amend. XIV, § 1',
        'https://constitution.congress.gov/constitution/amendment-14/',
      ],
      [
        'Cal. Code Civ. Proc. § 425.16',
        'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CCP&sectionNum=425.16',
      ],
      [
        'Cal. Penal Code § 187',
        'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=PEN&sectionNum=187',
      ],
      ['N.Y. Penal Law § 125.25', 'https://www.nysenate.gov/legislation/laws/PEN/125.25'],
      ['N.Y. C.P.L.R. § 3211', 'https://www.nysenate.gov/legislation/laws/CVP/3211'],
      ['Tex. Penal Code § 19.02', 'https://statutes.capitol.texas.gov/Docs/PE/htm/PE.19.htm#19.02'],
      ['Ariz. Rev. Stat. § 13-1105', 'https://www.azleg.gov/ars/13/01105.htm'],
      ['Ga. Code Ann. § 9-11-56', undefined],
      ['Fed. R. Civ. P. 12', undefined],
    ] as const)
    .run(({ assert }, [label, url]) => {
      assert.equal(officialLink(label)?.url, url)
    })
})
