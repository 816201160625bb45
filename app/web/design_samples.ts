/** Values the design page shows components with. */

const link = (label: string, count: number) => ({ label, count, path: '#facets' })

/** Lists of every kind there is. */
export const FACETS = [
  {
    label: 'Court',
    years: null,
    groups: [
      {
        label: 'Federal Appellate',
        count: 1_204,
        links: [link('Supreme Court of the United States', 1_100), link('Ninth Circuit', 104)],
        more: [link('Second Circuit', 3), link('Federal Circuit', 1)],
      },
      { label: 'State Supreme', count: 1, links: [link('Oregon Supreme Court', 1)], more: [] },
    ],
  },
  {
    label: 'Status',
    years: null,
    groups: [
      {
        label: null,
        count: 1_205,
        links: [link('Published', 1_200), link('Unpublished', 5)],
        more: [],
      },
    ],
  },
  {
    label: 'Year filed',
    groups: [],
    years: {
      width: 240,
      height: 60,
      first: '1990',
      last: '2001',
      bars: Array.from({ length: 12 }, (_, at) => ({
        label: String(1990 + at),
        count: 5 + at * 4,
        path: '#facets',
        column: { x: at * 20, width: 20 },
        x: at * 20 + 1,
        width: 18,
        y: 55 - at * 4,
        height: 5 + at * 4,
      })),
    },
  },
]

/** Inputs as `formInput` makes them. */
export const DECLARED = [
  {
    component: 'field',
    type: 'text',
    name: 'declared_name',
    label: 'Name',
    hint: 'Unique lowercase name without spaces. At most 50 characters.',
    value: 'water-rights',
    isOptional: false,
  },
  {
    component: 'field',
    type: 'url',
    name: 'declared_url',
    label: 'URL',
    hint: 'Where events are sent.',
    value: 'example',
    isOptional: false,
  },
  {
    component: 'select',
    name: 'declared_published',
    label: 'Published',
    hint: 'Whether it is visible to everyone.',
    value: 'false',
    options: [
      { value: 'true', label: 'yes' },
      { value: 'false', label: 'no' },
    ],
    isOptional: true,
  },
  {
    component: 'textarea',
    name: 'declared_text',
    label: 'Description',
    hint: 'Markdown text.',
    value: '',
    rows: 3,
    isOptional: true,
  },
  {
    component: 'fixed',
    name: 'declared_fixed',
    label: 'Text',
    hint: '',
    value: '',
    length: 350_000,
    most: 200_000,
    isOptional: true,
  },
]
